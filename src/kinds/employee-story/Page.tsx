import { pictureSizes } from '#ui/primitives/picture-sizes.ts';
import type { ReactNode } from 'react';
import { parseVideo } from '#domain/media/videos.ts';
import { VideoPlayer } from '#ui/primitives/VideoPlayer.tsx';
import { Picture } from '#ui/primitives/Picture.tsx';
import { nameList } from '#ui/primitives/place-name.ts';
import { RichText } from '#ui/primitives/RichText.tsx';
import { StoryCardView } from '#ui/primitives/StoryCardView.tsx';
import { RecordArticle } from '#ui/templates/RecordArticle.tsx';
import type { PageProps } from '../reading/own-page.ts';
import type { ownPage } from './own-page.ts';

/** The page of an employee story. */
export function Page({ context, ...story }: PageProps<typeof ownPage>): ReactNode {
  const { t, locale } = context;
  const video = story.videoUrl === null ? null : parseVideo(story.videoUrl);
  return (
    <RecordArticle
      meta={
        <>
          <span className="article__type">{story.category.title}</span>
          {story.groups.length === 0 ? null : (
            <span>
              {nameList(
                story.groups.map(({ title }) => title),
                locale,
              )}
            </span>
          )}
        </>
      }
      title={story.title}
      lead={story.teaser}
      image={story.image}
      video={
        video ? (
          <div className="article__video">
            <VideoPlayer
              id={`story-${story.id}`}
              video={video}
              title={story.title}
              poster={
                story.image ? <Picture image={{ ...story.image, alt: '' }} sizes={pictureSizes.page} eager /> : <span />
              }
              context={context}
            />
            <p>{t('video.notice')}</p>
          </div>
        ) : undefined
      }
      back={{ href: story.backHref, label: t('stories.back') }}
      others={{
        title: t('stories.latest'),
        items: story.others.map((other) => ({
          id: other.id,
          card: <StoryCardView story={other} level={3} context={context} sizes={pictureSizes.thirds} />,
        })),
      }}
    >
      <RichText className="article__body" document={story.body} level={2} t={t} />
    </RecordArticle>
  );
}
