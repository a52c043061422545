/** Sends an e-mail in plain text, or throws with the reason of the failure. `about` says which submission it belongs to. */
export type SendMail = (
  mail: { to: string; subject: string; text: string },
  about?: { submission: number },
) => Promise<void>;

/** How e-mail is sent: `mailbox` is a local folder, whose files are named after the submission. */
export type MailPlace = { by: 'mailbox'; directory: string } | { by: 'smtp' | 'none' };
