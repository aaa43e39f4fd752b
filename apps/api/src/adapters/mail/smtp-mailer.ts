import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { NodemailerError } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Mail, MailAddress, Mailer, MailOutcome, MailSending } from './mailer.port.ts'

/** The mail server of an installation, and who its emails are from. */
export interface SmtpSettings {
  host: string
  port: number
  /** Whether the connection begins encrypted, changes to encryption before anything is sent, does so if the server can, or stays in plain text. */
  tls: 'implicit' | 'required' | 'optional' | 'off'
  login: { user: string; password: string } | null
  from: MailAddress
}

export interface SmtpOptions extends SmtpSettings {
  /** Certificates to trust besides those of the system, in PEM. */
  ca?: string
  /** Milliseconds for the greeting, and for each answer after it. Defaults: 10 s and 60 s. */
  timeouts?: { connect: number; answer: number }
}

/** An attempt as a whole; a server that sends a byte now and then must not hold it for ever. */
const maxSendMs = 4 * 60_000
const usualTimeouts = { connect: 10_000, answer: 60_000 }

/** Hands emails to an SMTP server, over one connection each. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  return {
    async send(mail, { signal, handOver }) {
      const progress = { isHandedOver: false }
      try {
        const message = await writeMessage(mail, options.from)
        await deliver({ message, from: options.from.address, to: mail.to.address }, options, {
          signal: AbortSignal.any([signal, AbortSignal.timeout(maxSendMs)]),
          handOver: async () => {
            progress.isHandedOver = await handOver()
            return progress.isHandedOver
          },
        })
        return { kind: 'accepted' }
      } catch (error) {
        return toOutcome(error, progress.isHandedOver)
      }
    },
  }
}

function writeMessage(mail: Mail, from: MailAddress): Promise<Buffer> {
  const { messageId, subject, text, html, pictures = [], files = [], headers } = mail
  return new MailComposer({
    from: toMailbox(from),
    to: toMailbox(mail.to),
    ...(mail.replyTo !== null && { replyTo: toMailbox(mail.replyTo) }),
    messageId: `<${messageId}>`,
    subject,
    text,
    html,
    attachments: [
      ...pictures.map(({ cid, content }) => ({
        cid,
        content,
        filename: 'chart.png',
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
      })),
      ...files.map(({ fileName, mediaType, content }) => ({
        content,
        filename: fileName,
        contentType: mediaType,
        contentDisposition: 'attachment' as const,
      })),
    ],
    headers: { ...headers },
    // nothing that a person typed may make the server read a file or fetch an address
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** As an object, so that a name cannot be read as an address, whatever it contains. */
function toMailbox({ name, address }: MailAddress) {
  return { name: name ?? '', address }
}

/** Resolves when the server has accepted the message. */
function deliver(
  { message, from, to }: { message: Buffer; from: string; to: string },
  { host, port, tls, login, ca, timeouts = usualTimeouts }: SmtpOptions,
  { signal, handOver }: MailSending,
): Promise<void> {
  const connection = new SMTPConnection({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.answer,
    ...(ca !== undefined && { tls: { ca } }),
  })
  return new Promise<void>((resolve, reject) => {
    const stop = () => finish(new Error('The attempt was ended'))
    const finish = (error: Error | null) => {
      signal.removeEventListener('abort', stop)
      if (error === null) connection.quit()
      else connection.close()
      if (error === null) resolve()
      else reject(error)
    }
    connection.on('error', finish)
    if (signal.aborted) {
      stop()
      return
    }
    signal.addEventListener('abort', stop)
    const send = () =>
      connection.send({ from, to: [to] }, Readable.from(untilHandedOver(message, handOver)), (error) => finish(error))
    connection.connect((failure) => {
      if (failure) finish(failure)
      else if (login === null) send()
      else
        connection.login({ user: login.user, pass: login.password }, (error) => {
          if (error) finish(error)
          else send()
        })
    })
  })
}

/** The server accepts a message when its stream ends; until then it has delivered nothing. */
async function* untilHandedOver(message: Buffer, handOver: MailSending['handOver']): AsyncGenerator<Buffer> {
  yield message
  if (!(await handOver())) throw new Error('Another process sends this message')
}

function toOutcome(error: unknown, isHandedOver: boolean): MailOutcome {
  const failure: NodemailerError = error instanceof Error ? error : new Error('unknown')
  const { code, responseCode, response, command, message } = failure
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return tryLater('The mail server did not accept this server’s user name and password (AUSPEX_SMTP_URL).')
  // ETLS also names the answer with which a server refuses to begin encryption
  if (code === 'ETLS' || (!isHandedOver && /certificate|\b(tls|ssl)\b/i.test(message)))
    return tryLater('No encrypted connection to the mail server could be made (AUSPEX_SMTP_URL).')
  if (responseCode !== undefined && response !== undefined) {
    const answer = toLine(response)
    // only these two commands are about the person and the message; 503 is about the order of commands
    const isAboutMail = command === 'RCPT TO' || command === 'DATA'
    return isAboutMail && responseCode >= 500 && responseCode !== 503
      ? { kind: 'refused', reason: `The mail server refused it: ${answer}`, isFinal: true }
      : tryLater(`The mail server asked to try again later: ${answer}`)
  }
  if (isHandedOver)
    return { kind: 'unconfirmed', reason: 'The mail server received it and did not answer. It may have arrived.' }
  if (code === 'ETIMEDOUT') return tryLater('The mail server did not answer in time.')
  return tryLater('The mail server cannot be reached.')
}

function tryLater(reason: string): MailOutcome {
  return { kind: 'refused', reason, isFinal: false }
}

/** An answer of the mail server on one line, and short. */
function toLine(response: string): string {
  // oxlint-disable-next-line no-control-regex -- whatever a server sends, it is shown as text
  const line = response.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
