import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { SmtpSettings } from '../smtp-mailer.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  parsed: ParsedMail
  raw: string
}

export interface MailServer {
  port: number
  received: ReceivedMail[]
  /** What `createSmtpMailer` needs to reach it. */
  settings: SmtpSettings
  /** Refuses recipients, or the message once all of it has arrived, until it is called without an answer. */
  refuse(answer?: { code: number; text: string; at: 'recipient' | 'end' }): void
  /** Holds the answer to the end of the message until the returned function is called. */
  hold(): () => void
  /** Ends the connection where the answer to the end of the message would be. */
  hangUpAtEnd(): void
  close(): Promise<void>
}

/** A real mail server on loopback that stores what it accepts. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: { code: number; text: string; at: 'recipient' | 'end' } | undefined
  let pause: Promise<void> = Promise.resolve()
  let isHangingUp = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      done(refusal?.at === 'recipient' ? toError(refusal) : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        void (async () => {
          await pause
          if (refusal?.at === 'end') {
            done(toError(refusal))
            return
          }
          const raw = Buffer.concat(parts)
          const { mailFrom, rcptTo } = session.envelope
          const from = mailFrom === false || mailFrom === null ? '' : mailFrom.address
          received.push({
            from,
            to: rcptTo.map(({ address }) => address),
            parsed: await simpleParser(raw),
            raw: raw.toString(),
          })
          if (isHangingUp) for (const connection of server.connections) connection.close()
          else done(null)
        })()
      })
    },
    ...options,
  })
  // a client that hangs up in the middle is what some tests do
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo // a server that listens on a port
  return {
    port,
    received,
    settings: {
      host: '127.0.0.1',
      port,
      tls: 'off',
      login: null,
      from: { name: 'Auspex', address: 'auspex@northwind.example' },
    },
    refuse(answer) {
      refusal = answer
    },
    hold() {
      let release = () => {}
      pause = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    hangUpAtEnd() {
      isHangingUp = true
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function toError({ code, text }: { code: number; text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code })
}
