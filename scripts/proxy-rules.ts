import { endpoints, largestBody, operations } from '#domain/addresses/endpoints.ts';
import { defaultLocale, locales } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { type Place, type PlacedEndpoint, places } from '#domain/addresses/places.ts';
import { routePattern } from '#domain/addresses/routes.ts';

/** The rules of the proxies in `deploy` that say what Node answers: made from the table by which Node itself goes. */

const prefix = `(?:/(?:${locales.filter((locale) => locale !== defaultLocale).join('|')}))?`;
const searchPaths = new Set(locales.map((locale) => routePattern('search', locale)));
const search = `${prefix}(?:${[...searchPaths].join('|')})`;

const byServer = getKeys(places).filter((name) => endpoints[name].by !== 'files');

/** A regular expression of the paths of endpoints and of others; `rest` is what may follow a directory. */
function pathsPattern(names: readonly PlacedEndpoint[], others: readonly string[] = [], rest = '.*'): string {
  const found = names.map((name): Place => places[name]);
  const at = found.flatMap((place) => place.at ?? []);
  const directories = found.flatMap((place) => place.below ?? []).map((directory) => `${directory}/`);
  const alone = [...others, ...at].filter((path) => !directories.some((directory) => path.startsWith(directory)));
  return `(?:${[...new Set([...alone, ...directories.map((directory) => `${directory}${rest}`)])].join('|')})`;
}

const localized = byServer.filter((name) => 'isLocalized' in places[name]);
const plain = byServer.filter((name) => !localized.includes(name));
const operationPaths = getKeys(operations).map((name) => operations[name].path);

const toNode = 'proxy_pass http://ostrevo_node; add_header Strict-Transport-Security "max-age=31536000" always;';

/** The lines of a proxy's configuration, by its file below `deploy`. */
const rules = {
  'nginx/site.conf': [
    // Without a limit of its own nginx takes 1 MB.
    `client_max_body_size ${Math.ceil(largestBody / 1024 / 1024)}m;`,
    `if ($request_uri ~ "^${search}\\?(?:.*&)?q(?:uery)?=") { return 418; }`,
    `location ~ ^${pathsPattern(plain, operationPaths)}$ { ${toNode} }`,
    `location ~ ^${prefix}${pathsPattern(['loginSession'])}$ { ${toNode} }`,
    `location ~ ^${prefix}${pathsPattern(localized)}$ {`,
    '  limit_req zone=ostrevo_login burst=10 nodelay;',
    `  ${toNode}`,
    '}',
  ],
  'caddy/Caddyfile': [
    `@node path_regexp node ^(?:${pathsPattern(plain, operationPaths)}|${prefix}${pathsPattern(localized)})$`,
    '@search {',
    `	path_regexp ^${search}$`,
    '	query query=*',
    '}',
    '@asked {',
    `	path_regexp ^${search}$`,
    '	query q=*',
    '}',
  ],
  'varnish/website.vcl': [
    `if (req.url ~ "^${pathsPattern(plain, operationPaths, '[^?]*')}(?:\\?|$)"`,
    `  || req.url ~ "^${prefix}${pathsPattern(localized)}/?(?:\\?|$)"`,
    `  || req.url ~ "^${search}\\?") {`,
    '  return (pass);',
    '}',
  ],
} as const satisfies Record<string, readonly string[]>;

type ProxyFile = keyof typeof rules;
export const proxyFiles = getKeys(rules);

const block = /^([ \t]*)# <endpoints>.*\n[^]*?^[ \t]*# <\/endpoints>\n/m;

/**
 * A configuration with the rules as the code has them, between its two marks.
 *
 * @param file below `deploy`
 */
export function withProxyRules(file: ProxyFile, configuration: string): string {
  const [, indent = ''] = block.exec(configuration) ?? [];
  const lines = ['# <endpoints> `npm run docs` writes these lines.', ...rules[file], '# </endpoints>'];
  return configuration.replace(block, () => lines.map((line) => `${indent}${line}\n`).join(''));
}
