export interface MailAddress {
  name: string | null
  address: string
}

/** A picture inside the HTML of an email, which names it by its id. */
export interface MailPicture {
  cid: string
  /** A PNG. */
  content: Buffer
  /** What it shows, in words. */
  alt: string
  width: number
  height: number
}

/** A file that comes with an email. */
export interface MailFile {
  fileName: string
  mediaType: string
  content: Buffer
}

export interface Mail {
  /** Without angle brackets; the same at each attempt, so that mail programs recognize a repetition. */
  messageId: string
  to: MailAddress
  /** Who receives a reply; null for the address that it is sent from. */
  replyTo: MailAddress | null
  subject: string
  text: string
  html: string
  /** Pictures that the HTML names; none when left out. */
  pictures?: readonly MailPicture[]
  /** Files that are attached; none when left out. */
  files?: readonly MailFile[]
  headers: Readonly<Record<string, string>>
}

export type MailOutcome =
  | { kind: 'accepted' }
  /** The mail server refused it, or could not be reached: nothing was delivered. A final refusal is not worth another attempt. */
  | { kind: 'refused'; reason: string; isFinal: boolean }
  /** All of it was sent and the answer never came: it may or may not have been delivered. */
  | { kind: 'unconfirmed'; reason: string }

export interface MailSending {
  signal: AbortSignal
  /**
   * Called when everything but the end of the message was sent, which is what makes a mail server accept it. If it returns false, or throws, the
   * connection is closed and nothing is delivered.
   */
  handOver: () => Promise<boolean>
}

/** Hands emails to the mail server of the installation. */
export interface Mailer {
  /** Makes one attempt. Never throws. */
  send(mail: Mail, sending: MailSending): Promise<MailOutcome>
}
