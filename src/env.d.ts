/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The content of the page to render, loaded by the content reader before rendering begins. */
    page: import('#content/reader.ts').PageContent;
    /** The published view, or the draft of a signed-in editor. */
    view: import('#content/source.ts').View;
    /** Set on drafts only: what the editor's chrome needs. */
    editor?: import('#editor/editor-state.ts').EditorState;
    /** Set on the sign-in page only. */
    login?: {
      site: import('#domain/sites.ts').SiteId;
      locale: import('#domain/locales.ts').Locale;
      language: import('#domain/locales.ts').Language;
      /** Where to go after signing in: a path of this site. */
      next: string;
      /** What went wrong with the attempt before, in words. */
      error?: string;
    };
  }
}
