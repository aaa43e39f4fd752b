#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { endSignIn, signInWithDevice, terminalClientId } from './runtime/device-sign-in.ts'
import { defaultSignInFile, listSignedInServers, readSignIn, savedSignIn, saveSignIn } from './runtime/saved-sign-in.ts'

const usage = `auspex-login: signs you in from a terminal, for scripts and the MCP server on this computer

  auspex-login             shows a code to type in your browser, and stores the sign-in
  auspex-login --print     prints an access token for a few minutes: curl -H "Authorization: Bearer $(auspex-login --print)" …
  auspex-login --sign-out  ends the sign-in

  --url=ADDRESS      where Auspex runs; AUSPEX_URL, or http://localhost:4000. --print and --sign-out take the
                     only server where you are signed in
  --scope=SCOPES     what programs may do for you: read, write, administer; read,write by default
  --issuer=ADDRESS   your OpenID provider; what the server names by default
  --client-id=ID     the client there; ${terminalClientId} by default
`

/** The provider at which people of a server sign in. */
const findIssuer = async (url: string): Promise<string> => {
  const reply = await fetch(new URL('/config.json', url), { signal: AbortSignal.timeout(10_000) }).catch(
    (cause: unknown) => {
      throw new Error(`Nothing answers at ${url}. Does Auspex run there? Give its address with --url=ADDRESS`, {
        cause,
      })
    },
  )
  const { issuer } = Object(await reply.json().catch(() => null)) as { issuer?: unknown }
  if (typeof issuer === 'string') return issuer
  throw new Error(
    `${url} names no OpenID provider. Is it the address of Auspex? If it is, name yours with --issuer=ADDRESS`,
  )
}

/** The server that was named, without a path such as `/api`. */
const readAddress = (text: string): string => {
  // Node 20 has no URL.parse.
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  const example = text.includes('://') ? 'http://localhost:4000' : `http://${text}`
  throw new Error(`${text} is no address of a server. Write it as in --url=${example}`)
}

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      scope: { type: 'string', default: 'read,write' },
      issuer: { type: 'string' },
      'client-id': { type: 'string', default: terminalClientId },
      print: { type: 'boolean', default: false },
      'sign-out': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const [server, ...others] = values.print || values['sign-out'] ? await listSignedInServers() : []
  const onlyServer = others.length === 0 ? server : undefined
  const url = readAddress(values.url ?? process.env.AUSPEX_URL ?? onlyServer ?? 'http://localhost:4000')
  if (values.print) return console.log(await savedSignIn({ url, command: 'auspex-login' }).getToken())
  if (values['sign-out']) return signOut(url)
  const issuer = values.issuer ?? (await findIssuer(url))
  const clientId = values['client-id']
  const tokens = await signInWithDevice({
    issuer,
    clientId,
    scope: ['openid', ...values.scope.split(/[\s,]+/).filter(Boolean)].join(' '),
    onCode: ({ verificationUri, userCode }) =>
      console.error(`Open ${verificationUri} and type the code ${userCode}\nWaiting for you …`),
  })
  await saveSignIn({ url }, { ...tokens, issuer, clientId })
  console.error(
    `You are signed in at ${url}. The sign-in is stored in ${defaultSignInFile()}, which only you can read.`,
  )
}

const signOut = async (url: string): Promise<void> => {
  const signIn = await readSignIn({ url })
  if (signIn === null) return console.error(`Nobody is signed in at ${url}.`)
  await saveSignIn({ url }, null)
  const reason = signIn.refreshToken === null ? null : await endSignIn(signIn, signIn.refreshToken).catch(toMessage)
  if (typeof reason === 'string')
    throw new Error(
      `You are signed out on this computer, but ${url} was not told. ${reason}, or end the sign-in on your profile page`,
    )
  console.error(`You are signed out at ${url}.`)
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

await run().catch((error: unknown) => {
  console.error(toMessage(error))
  process.exitCode = 1
})
