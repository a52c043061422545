import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { NarrowList } from '../../lists/NarrowList.tsx';
import { PostCardView } from '../../primitives/PostCardView.tsx';
import { defaultPageSize } from '../../primitives/pagination-pages.ts';
import type { PostsContent } from '#view-model/screens/newsroom.ts';

/** The posts of the blog, newest first, and the ways to those about one subject. */
export function PostsScreen({ posts, tags, context }: PostsContent & { context: ViewContext }): ReactNode {
  const { t } = context;
  if (posts.length === 0) return <p className="newsroom newsroom__empty">{t('blog.empty')}</p>;
  const list = (
    <ul className="newsroom__cards">
      {posts.map((post, index) => (
        <li key={post.id} data-item="" data-beyond={index < defaultPageSize ? undefined : ''}>
          <PostCardView post={post} level={3} context={context} />
        </li>
      ))}
    </ul>
  );
  return (
    <section className="newsroom">
      <h2 className="newsroom__title">{t('blog.all')}</h2>
      {tags.length === 0 ? null : (
        <nav className="filtered-list__links newsroom__tags" aria-label={t('blog.tags')}>
          <ul>
            {tags.map(({ id, name, href }) =>
              href === null ? null : (
                <li key={id}>
                  <a href={href}>{name}</a>
                </li>
              ),
            )}
          </ul>
        </nav>
      )}
      {posts.length <= defaultPageSize ? (
        list
      ) : (
        <NarrowList id="posts" filters={[]} total={posts.length} isPaged none={t('blog.empty')} t={t} list={list} />
      )}
    </section>
  );
}
