/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** The content of the page to render, loaded by the content reader before rendering begins. */
    page: import('#content/page-content.ts').PageContent;
    /** The published view, or the draft of a signed-in editor. */
    view: import('#content/source.ts').View;
    /** Set on drafts only: what the editor's chrome needs. */
    editor?: import('#editor/editor-state.ts').EditorState;
    /** Set on calls of actions only: who calls. */
    session?: import('#server/session.ts').Session;
    /** Each is set on its own page for signing in. */
    login?: import('#server/login-pages.ts').LoginPages['login'];
    reset?: import('#server/login-pages.ts').LoginPages['reset'];
    newPassword?: import('#server/login-pages.ts').LoginPages['newPassword'];
    /** Set on the page of the mailbox only: the latest letters. */
    mailbox?: import('#server/mailbox.ts').KeptMail[];
  }
}
