import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import type { Mail } from './mailer.port.ts'
import { createSmtpMailer, type SmtpOptions } from './smtp-mailer.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'

const mail: Mail = {
  messageId: 'msg_1@auspex.example',
  to: { name: 'Mira Solberg', address: 'mira@northwind.example' },
  replyTo: { name: 'Jon Aker', address: 'jon@northwind.example' },
  subject: 'Alert: oat milk',
  text: 'Fourteen documents.',
  html: '<p>Fourteen documents.</p>',
  headers: { 'List-Unsubscribe': '<https://auspex.example/u/1>' },
}

let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const begin = async (options?: SMTPServerOptions) => {
  server = await startMailServer(options)
  return server
}

/** Makes one attempt, and counts how often it was handed over. */
async function send(settings: SmtpOptions, changes: Partial<Mail> = {}, mayHandOver = true) {
  let handedOver = 0
  const outcome = await createSmtpMailer(settings).send(
    { ...mail, ...changes },
    {
      signal: AbortSignal.timeout(20_000),
      handOver: async () => {
        handedOver += 1
        return mayHandOver
      },
    },
  )
  return { outcome, handedOver }
}

describe('an email', () => {
  test('arrives with its text, its HTML, and who to reply to', async () => {
    const { settings, received } = await begin()
    expect(await send(settings)).toEqual({ outcome: { kind: 'accepted' }, handedOver: 1 })
    expect(received).toMatchObject([{ from: 'auspex@northwind.example', to: ['mira@northwind.example'] }])
    expect(received[0]?.parsed).toMatchObject({
      subject: 'Alert: oat milk',
      messageId: '<msg_1@auspex.example>',
      from: { text: '"Auspex" <auspex@northwind.example>' },
      to: { text: '"Mira Solberg" <mira@northwind.example>' },
      replyTo: { text: '"Jon Aker" <jon@northwind.example>' },
    })
    expect(received[0]?.parsed.text?.trim()).toBe('Fourteen documents.')
    expect(received[0]?.parsed.html).toBe('<p>Fourteen documents.</p>')
  })

  test('keeps letters of every script, and a long subject', async () => {
    const { settings, received } = await begin()
    const subject = `Hafermilch 燕麦奶 🥛 ${'sehr '.repeat(60)}lang`
    await send(settings, {
      subject,
      text: 'Žluťoučký kůň\n.\nNach einer Zeile mit einem Punkt',
      to: { name: '燕 麦', address: mail.to.address },
    })
    expect(received[0]?.parsed.subject).toBe(subject)
    expect(received[0]?.parsed.text).toContain('Žluťoučký kůň\n.\nNach einer Zeile')
    expect(received[0]?.parsed.to).toMatchObject({ value: [{ name: '燕 麦' }] })
    expect(received[0]?.raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
  })

  test('gets no header or recipient from a name or a subject with line breaks', async () => {
    const { settings, received } = await begin()
    await send(settings, {
      subject: 'oat milk\r\nBcc: eve@evil.example\r\n\r\nhello',
      to: { name: 'Mira\r\nBcc: eve@evil.example, <eve@evil.example>', address: mail.to.address },
      replyTo: { name: '"\r\nX-Evil: 1', address: 'jon@northwind.example' },
    })
    expect(received[0]?.to).toEqual(['mira@northwind.example'])
    expect(received[0]?.parsed.headers.has('bcc')).toBe(false)
    expect(received[0]?.parsed.headers.has('x-evil')).toBe(false)
    expect(received[0]?.parsed.to).toMatchObject({ value: [{ address: mail.to.address }] })
  })
})

describe('each failure has a name', () => {
  test('a refused address is final', async () => {
    const { settings, refuse, received } = await begin()
    refuse({ code: 550, text: '5.1.1 No such user here', at: 'recipient' })
    expect(await send(settings)).toEqual({
      outcome: { kind: 'refused', reason: 'The mail server refused it: 550 5.1.1 No such user here', isFinal: true },
      handedOver: 0,
    })
    expect(received).toEqual([])
  })

  test.each(['recipient', 'end'] as const)(
    'mail to a server that greylists at the %s is sent again later',
    async (at) => {
      const { settings, refuse } = await begin()
      refuse({ code: 451, text: '4.7.1 Greylisted', at })
      expect((await send(settings)).outcome).toEqual({
        kind: 'refused',
        reason: 'The mail server asked to try again later: 451 4.7.1 Greylisted',
        isFinal: false,
      })
    },
  )

  test('a server that is away is tried again', async () => {
    const { settings, close } = await begin()
    await close()
    server = undefined
    expect((await send(settings)).outcome).toEqual({
      kind: 'refused',
      reason: 'The mail server cannot be reached.',
      isFinal: false,
    })
  })

  test('a server that never greets times out', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    const { port } = silent.address() as AddressInfo // a server that listens on a port
    const from = { name: null, address: 'auspex@northwind.example' }
    const timeouts = { connect: 100, answer: 100 }
    const { outcome } = await send({ host: '127.0.0.1', port, tls: 'off', login: null, from, timeouts })
    silent.close()
    expect(outcome).toEqual({ kind: 'refused', reason: 'The mail server did not answer in time.', isFinal: false })
  })

  test('a refused password is named without the password', async () => {
    const { settings } = await begin({
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
    })
    const { outcome } = await send({ ...settings, login: { user: 'auspex', password: 'hunter2hunter2' } })
    expect(outcome).toMatchObject({
      kind: 'refused',
      isFinal: false,
      reason: expect.stringContaining('AUSPEX_SMTP_URL'),
    })
    expect(JSON.stringify(outcome)).not.toContain('hunter2')
  })

  test('nothing is delivered when another process has taken over the message', async () => {
    const { settings, received } = await begin()
    expect((await send(settings, {}, false)).outcome).toMatchObject({ kind: 'refused', isFinal: false })
    expect(received).toEqual([])
  })

  test('a line that breaks after the end of the message leaves it unconfirmed', async () => {
    const { settings, hangUpAtEnd, received } = await begin()
    hangUpAtEnd()
    expect((await send(settings)).outcome).toMatchObject({ kind: 'unconfirmed' })
    expect(received).toHaveLength(1)
  })

  test('a slow answer to the end of the message leaves it unconfirmed', async () => {
    const { settings, hold } = await begin()
    const release = hold()
    const { outcome } = await send({ ...settings, timeouts: { connect: 1000, answer: 150 } })
    release()
    expect(outcome).toMatchObject({ kind: 'unconfirmed' })
  })
})

describe('encryption', () => {
  const folder = mkdtempSync(join(tmpdir(), 'auspex-mail-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
      .split(' ')
      .concat(['-keyout', keyFile, '-out', certFile]),
    { stdio: 'ignore' },
  )
  const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
  rmSync(folder, { recursive: true })

  test('begins before anything is sent', async () => {
    const { settings, received } = await begin({ key, cert, disabledCommands: [] })
    const { outcome } = await send({ ...settings, host: 'localhost', tls: 'required', ca: cert })
    expect(outcome).toEqual({ kind: 'accepted' })
    expect(received).toHaveLength(1)
  })

  test('can be there from the first byte', async () => {
    const { settings } = await begin({ key, cert, secure: true })
    const { outcome } = await send({ ...settings, host: 'localhost', tls: 'implicit', ca: cert })
    expect(outcome).toEqual({ kind: 'accepted' })
  })

  test('is not dropped for a server without it', async () => {
    const { settings, received } = await begin()
    const { outcome } = await send({ ...settings, tls: 'required' })
    expect(outcome).toMatchObject({ kind: 'refused', isFinal: false })
    expect(received).toEqual([])
  })

  test('a self-signed certificate is refused by name', async () => {
    const { settings, received } = await begin({ key, cert, disabledCommands: [] })
    const { outcome } = await send({ ...settings, host: 'localhost', tls: 'required' })
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('encrypted connection') })
    expect(received).toEqual([])
  })
})
