import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { Icon } from '../../primitives/icons.tsx';
import { RichText } from '../../primitives/RichText.tsx';
import type { FaqContent } from '#view-model/screens/faq.ts';

/** Questions and answers, each with an anchor. */
export function FaqScreen({ groups, context: { t } }: FaqContent & { context: ViewContext }): ReactNode {
  if (groups.length === 0) return <p className="faq__empty">{t('faq.empty')}</p>;
  const topics = groups.map(({ category }) => ({
    category,
    title: t(`faq.category.${category}`, { defaultValue: category }),
  }));
  return (
    <>
      {topics.length < 2 ? null : (
        <nav className="faq__topics" aria-label={t('faq.topics')}>
          <ul>
            {topics.map(({ category, title }) => (
              <li key={category}>
                <a href={`#faq-${category}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {groups.map(({ category, questions }) => (
        <section key={category} className="template-section">
          <h2 className="template-section__title" id={`faq-${category}`}>
            {t(`faq.category.${category}`, { defaultValue: category })}
          </h2>
          <div className="faq__questions">
            {questions.map(({ id, question, answer }) => (
              <details key={id} className="faq__item">
                <summary className="faq__question">
                  <h3>{question}</h3>
                  <Icon name="plus" />
                </summary>
                {/* A link to an anchor inside of closed details opens them. */}
                <div id={`faq-${id}`} className="faq__answer">
                  <RichText document={answer} level={4} t={t} />
                  <a className="faq__link" href={`#faq-${id}`}>
                    {t('faq.link')}
                  </a>
                </div>
              </details>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
