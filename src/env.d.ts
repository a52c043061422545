/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The content of the page to render, loaded by the content reader before rendering begins. */
    page: import('#content/reading/page-content.ts').PageContent;
    /** The published view, or the draft of a signed-in editor. */
    view: import('#content/source/source.ts').View;
    /** Set by the contract test only: Astro renders every island itself. */
    islandsByAstro?: boolean;
    /** Set on drafts only: what the editor's chrome needs. */
    editor?: import('#server/editor/editor-state.ts').EditorState;
    /** Set on what frames of the editor show: the page alone, without its bar or the way to it. */
    isBare?: boolean;
    /** Set on previews of a release only: what their bar says. */
    release?: import('#server/editor/pages/release-state.ts').ReleaseState;
    /** Set on the page that opens the link of a release only. */
    shared?: {
      path: string;
      problem: import('#server/editor/pages/answer-shared.ts').SharedProblem | null;
      expiresAt: string | null;
    };
    /** Set on calls of actions only: who calls. */
    session?: import('#server/auth/session.ts').Session;
    /** Set on calls of actions only: the network address that a household or an office has. */
    address?: string;
    /** Each is set on its own page for signing in. */
    login?: import('#server/auth/login-pages.ts').LoginPages['login'];
    code?: import('#server/auth/code-pages.ts').CodePages['code'];
    secondFactor?: import('#server/auth/second-factor-pages.ts').SecondFactorPages['secondFactor'];
    reset?: import('#server/auth/login-pages.ts').LoginPages['reset'];
    newPassword?: import('#server/auth/login-pages.ts').LoginPages['newPassword'];
    /** Set on the gallery of modules only. */
    gallery?: import('#server/editor/gallery/read-gallery.ts').GalleryPage;
    /** Set on the editor's own screens only: which it is, and for whom. */
    admin?: import('#admin/admin-state.ts').AdminState;
    /** Set on what answers a form without a script only. */
    form?: import('#server/routes/serve-forms.ts').FormPageLocals;
    /** Set on the page of the mailbox only: the latest e-mails. */
    mailbox?: import('#server/mail/mailbox.ts').SentMail[];
  }
}
