/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The content of the page to render, loaded by the content reader before rendering begins. */
    page: import('#content/reader.ts').PageContent;
    /** The published view, or the draft of a signed-in editor. */
    view: import('#content/source.ts').View;
    /** Set on drafts only: what the editor's chrome needs. */
    editor?: import('#editor/editor-state.ts').EditorState;
    /** Set on calls of actions only: who calls. */
    session?: import('#server/session.ts').Session;
    /** Set on the sign-in page only. */
    login?: {
      site: import('#domain/sites.ts').SiteId;
      locale: import('#domain/locales.ts').Locale;
      language: import('#domain/locales.ts').Language;
      siteName: string;
      /** Where to go after signing in: a path of this site. */
      next: string;
      /** The page's own path, which its form is sent to. */
      path: string;
      /** What was typed before, so that it need not be typed again. */
      email: string;
      /** What went wrong with the attempt before. */
      problem: import('#server/sign-in.ts').SignInProblem | null;
      retryAfterSeconds: number;
    };
  }
}
