/** Sends an e-mail in plain text, or throws with the reason why it did not go out. It may be kept with what it tells of. */
export type SendMail = (
  mail: { to: string; subject: string; text: string },
  about?: { submission: number },
) => Promise<void>;

/** Where e-mail goes: the mailbox is a folder of this installation, whose files are named after the submission. */
export type MailPlace = { by: 'mailbox'; directory: string } | { by: 'smtp' | 'none' };
