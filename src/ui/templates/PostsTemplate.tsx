import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { PostsDetail } from '#view-model/details.ts';
import { Icon } from '../primitives/icons.tsx';
import { Picture } from '../primitives/Picture.tsx';
import { PostCardView } from '../primitives/PostCardView.tsx';
import './template.css';

/** The posts of the blog about a subject, or of one of its authors. */
export function PostsTemplate({
  subject,
  posts,
  backHref,
  context,
}: PostsDetail & { context: ViewContext }): ReactNode {
  const { t } = context;
  return (
    <>
      <header className="article">
        {subject.kind === 'tag' ? (
          <div className="article__head">
            <p className="article__meta">
              <span className="article__type">{t('blog.tag')}</span>
            </p>
            <h1 className="article__title">{subject.name}</h1>
          </div>
        ) : (
          <Author author={subject.author} label={t('blog.author')} />
        )}
        <p className="article__back">
          <a className="text-link" href={backHref}>
            <Icon name="arrow-left" />
            <span>{t('blog.back')}</span>
          </a>
        </p>
      </header>
      <section className="template-row on-grey">
        <h2 className="template-row__title">{t('blog.posts', { count: posts.length })}</h2>
        <ul className="article__latest">
          {posts.map((post) => (
            <li key={post.id}>
              <PostCardView post={post} level={3} context={context} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type AuthorOf = Extract<PostsDetail['subject'], { kind: 'author' }>['author'];

function Author({ author: { name, position, bio, image }, label }: { author: AuthorOf; label: string }): ReactNode {
  return (
    <div className="article__head">
      <div className="article__meta">
        <span className="article__type">{label}</span>
        {image ? <Picture className="article__portrait" image={image} sizes="144px" /> : null}
      </div>
      <h1 className="article__title">{name}</h1>
      <div className="article__lead">
        {position === '' ? null : <p>{position}</p>}
        {bio === '' ? null : <p className="article__bio">{bio}</p>}
      </div>
    </div>
  );
}
