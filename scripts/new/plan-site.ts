import { isSiteId, siteIds } from '#domain/sites.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Name } from './name.ts';
import { type Plan, addBefore, addLast } from './plan.ts';

/** Files that name every site, beside its definition in `src/domain/sites.ts`. */
export const siteSources = {
  sites: 'src/domain/sites.ts',
  checks: 'supabase/schemas/01_checks.sql',
  environment: '.env.example',
  compose: 'compose.yaml',
  composeCaddy: 'deploy/Caddyfile',
  caddy: 'deploy/caddy/Caddyfile',
  nginx: 'deploy/nginx/website.conf',
  terraform: 'deploy/terraform/main.tf',
  worker: 'deploy/wrangler.jsonc',
} as const;

type Source = keyof typeof siteSources;

const host = (site: string) => `${site.toUpperCase()}_HOST`;

/** What stands in each of these files of a site. */
export const siteMarks: Readonly<Record<Source, (site: string) => readonly string[]>> = {
  sites: (site) => [`  ${site}: {\n    locales: [`],
  checks: (site) => [`'${site}'`],
  environment: (site) => [`${site}=`],
  compose: (site) => [
    `${site}=\${${host(site)}:-`,
    `${site}=http://varnish:6081`,
    `      ${host(site)}: \${${host(site)}:-`,
  ],
  composeCaddy: (site) => [`{$${host(site)}}`],
  caddy: (site) => [`root * /srv/ostrevo/sites/${site}/current\n`, ` /${site}/current{path}`],
  nginx: (site) => [`root /srv/ostrevo/sites/${site}/current;`, ` /${site}/current$uri`],
  terraform: (site) => [`${site} = "`],
  worker: (site) => [`${site}=`],
};

/** The records with which a site begins, and its icon. */
export function siteFiles(site: string): Record<'record' | 'menus' | 'home' | 'icon', string> {
  return {
    record: `supabase/seed/sites/${site}.yaml`,
    menus: `supabase/seed/menus/${site}.yaml`,
    home: `supabase/seed/pages/${site}/home.yaml`,
    icon: `public${iconPath(site)}`,
  };
}

function iconPath(site: string): string {
  return site === 'main' ? '/favicon.svg' : `/favicon-${site}.svg`;
}

const look = { background: '#345a8a', foreground: '#ffffff' };

/**
 * What a new site needs: its definition, its name in the database and in the examples of a deployment, its icon, and content to begin
 * with: its settings, its menus and a home page.
 *
 * @param sources the texts of the files that are edited
 */
export function planSite({ kebab: site, title }: Name, sources: Readonly<Record<Source, string>>): Result<Plan> {
  if (site.includes('-')) return fail('invalid', `"${site}" has a hyphen: the name of a site is one word.`);
  if (isSiteId(site)) return fail('invalid', `There is a site ${site} already. There are ${siteIds.join(', ')}.`);
  const files = siteFiles(site);
  const place = `${site}.example.com`;
  const edit = (source: Source, change: (text: string) => string) => {
    const text = change(sources[source]);
    const missing = siteMarks[source](site).filter((mark) => !text.includes(mark));
    if (missing.length > 0) throw new Error(`${siteSources[source]} has no place for ${missing.join(' and ')}`);
    return { file: siteSources[source], text };
  };
  return ok({
    created: [
      { file: files.record, text: writeRecord(site, title) },
      { file: files.menus, text: writeMenus(site) },
      { file: files.home, text: writeHome(site, title) },
      { file: files.icon, text: writeIcon() },
    ],
    edited: [
      edit('sites', (text) =>
        addBefore(text, /^\} as const satisfies Record<string, Definition>;$/, define(site, title)),
      ),
      edit('checks', (text) => text.replace(/(?<=array\['main'(?:, '\w+')*)(?=\])/, `, '${site}'`)),
      edit('environment', (text) => text.replace(/^# SITE_HOSTS=.*$/m, (line) => `${line},${site}=${place}`)),
      edit('compose', (text) =>
        addLast(
          text
            .replace(/^ +SITE_HOSTS: .*$/m, (line) => `${line},${site}=\${${host(site)}:-${site}.localhost}`)
            .replace(/^ +PUBLIC_ADDRESSES: .*$/m, (line) => `${line},${site}=http://varnish:6081`),
          /^ {6}\w+_HOST: \$\{/,
          `      ${host(site)}: \${${host(site)}:-${site}.localhost}`,
        ),
      ),
      edit('composeCaddy', (text) =>
        text.replace(/^\{\$MAIN_HOST\}.*(?= \{$)/m, (line) => `${line}, {$${host(site)}}`),
      ),
      edit('caddy', (text) =>
        addBefore(
          text.replace(/^\s*file \/main\/current\{path\}.*$/m, (line) => `${line} /${site}/current{path}`),
          /^# MEDIA_HOST: uploaded files/,
          `${place} {\n\troot * /srv/ostrevo/sites/${site}/current\n\timport ostrevo\n}`,
        ),
      ),
      edit('nginx', (text) =>
        addBefore(
          text.replace(/^\s*try_files \/main\/current\$uri.*(?= =404;$)/m, (line) => `${line} /${site}/current$uri`),
          /^# Any other name is none of ours/,
          writeServer(site, place),
        ),
      ),
      edit('terraform', (text) => text.replace(/(?<=# \{ main = .*)(?= \}$)/m, `, ${site} = "${place}"`)),
      edit('worker', (text) =>
        addLast(
          text.replace(/(?<="SITE_HOSTS": "[^"]*)(?=")/, `,${site}=${place}`),
          /^ {4}\{ "pattern": "[a-z]+\.example\.com\/\*"/,
          `    { "pattern": "${place}/*", "zone_name": "example.com" },`,
        ),
      ),
    ],
    next: [
      `npm run db -- migration add_site_${site}    writes the migration of the new name`,
      `npm run content -- import supabase/seed    brings its content into a database that is there`,
      `npm start    shows it at http://${site}.localhost:4321`,
      'src/domain/sites.ts    has its locales, its name and its colours',
      'npx vitest run --project unit scripts/new    says where a site is not named yet',
    ],
  });
}

const define = (site: string, title: string) => `  ${site}: {
    locales: ['en'],
    name: '${title} site',
    icon: '${iconPath(site)}',
    themeColor: '${look.background}',
    mark: { background: '${look.background}', foreground: '${look.foreground}' },
  },`;

const writeServer = (site: string, place: string) => `server {
  listen 443 ssl http2;
  server_name ${place};
  ssl_certificate     /etc/ssl/example.pem;
  ssl_certificate_key /etc/ssl/example.key;
  root /srv/ostrevo/sites/${site}/current;
  include /etc/nginx/ostrevo-site.conf;
}`;

const writeIcon = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${look.background}"/><g transform="translate(3.5 2)" fill="none" stroke="${look.foreground}" stroke-width="3"><path d="M23.9 10a10.7 10.7 0 1 0 0 8M14 14h11"/></g><circle cx="17.5" cy="16" r="3.2" fill="${look.foreground}"/></svg>\n`;

const writeRecord = (site: string, title: string) => `- kind: site
  key: ${site}
  locales: [en]
  settings:
    disallow: []
    social_links: []
  localized:
    en:
      title: Ostrevo ${title}
      description: What the ${site} site is about, in one or two sentences.
      tagline: What it is about
      copyright: © 2026 Ostrevo AG, Rapperswil
`;

const writeMenus = (site: string) =>
  ['main', 'footer', 'legal']
    .map(
      (menu) => `- kind: menu
  key: ${site}-${menu}
  site: ${site}
  name: ${menu}
  items:
    - { id: home, label: { en: Home }, link: "page:${site}-home" }
`,
    )
    .join('\n');

const writeHome = (site: string, title: string) => `- kind: page
  key: ${site}-home
  site: ${site}
  route: home
  template: home
  is_editable: true
  locales:
    en:
      slug: ""
      title: Ostrevo ${title}
      nav_title: Home
      description: What the ${site} site is about, in one or two sentences.
  modules:
    - key: ${site}-home-text
      type: TEXT_BLOCK
      data:
        en:
          spaceLayoutTop: lg
          spaceLayoutBottom: lg
          backgroundColor: White
          heading:
            title: ${title}
          width: narrow
          body: |
            The home page of the ${site} site. Sign in, and edit it here.
`;
