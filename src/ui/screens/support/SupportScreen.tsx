import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { Icon } from '../../primitives/icons.tsx';
import { TextLink } from '../../primitives/Links.tsx';
import type { SupportContent } from '#view-model/screens/support.ts';

/** The ways to get help, and frequent questions. */
export function SupportScreen({ ways, questions, context }: SupportContent & { context: ViewContext }): ReactNode {
  const { t } = context;
  const faq = ways.find(({ way }) => way === 'faq');
  return (
    <>
      {ways.length === 0 ? null : (
        <section className="template-row support">
          <h2 className="template-row__title">{t('support.ways')}</h2>
          <ul className="support__ways">
            {ways.map(({ way, href }) => (
              <li key={way} className="support__way">
                <h3>
                  <a href={href}>{t(`support.${way}.title`)}</a>
                </h3>
                <p>{t(`support.${way}.text`)}</p>
                <Icon name="arrow-right" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {questions.length === 0 || !faq ? null : (
        <section className="template-section">
          <h2 className="template-section__title">{t('support.questions')}</h2>
          <div>
            <ul className="support__questions">
              {questions.map(({ question, href }) => (
                <li key={href}>
                  <a href={href}>
                    {question}
                    <Icon name="arrow-right" />
                  </a>
                </li>
              ))}
            </ul>
            <TextLink
              className="support__all"
              link={{ kind: 'internal', target: '_self', href: faq.href, text: t('support.allQuestions') }}
              context={context}
            />
          </div>
        </section>
      )}
    </>
  );
}
