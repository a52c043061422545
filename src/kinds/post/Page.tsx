import type { ReactNode } from 'react';
import { AuthorLine } from '#ui/primitives/AuthorLine.tsx';
import { Day } from '#ui/primitives/dates.tsx';
import { PostCardView } from '#ui/primitives/PostCardView.tsx';
import { RichText } from '#ui/primitives/RichText.tsx';
import { RecordArticle } from '#ui/templates/RecordArticle.tsx';
import type { PageProps } from '../reading/own-page.ts';
import type { ownPage } from './own-page.ts';

/** The page of a blog post. */
export function Page({ context, ...post }: PageProps<typeof ownPage>): ReactNode {
  const { t, locale } = context;
  return (
    <RecordArticle
      meta={
        <>
          <AuthorLine author={post.author} />
          <Day iso={post.publishedAt} locale={locale} />
        </>
      }
      title={post.title}
      lead={post.lead}
      image={post.image}
      back={{ href: post.backHref, label: t('blog.back') }}
      others={{
        title: t('blog.latest'),
        items: post.others.map((other) => ({
          id: other.id,
          card: <PostCardView post={other} level={3} context={context} />,
        })),
      }}
    >
      <RichText className="article__body" document={post.body} level={2} t={t} />
      {post.tags.length === 0 ? null : (
        <ul className="article__tags" aria-label={t('blog.tags')}>
          {post.tags.map(({ id, name, href }) => (
            <li key={id}>{href === null ? name : <a href={href}>{name}</a>}</li>
          ))}
        </ul>
      )}
    </RecordArticle>
  );
}
