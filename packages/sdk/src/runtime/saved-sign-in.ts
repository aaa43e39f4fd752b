import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Auth } from './auth.ts'
import { renewSignIn, type SignInTokens } from './device-sign-in.ts'
import { ProviderError } from './provider-request.ts'

/** A person's sign-in at one server. */
export interface SavedSignIn extends SignInTokens {
  readonly issuer: string
  readonly clientId: string
}

export interface SignInFileOptions {
  /** Where Auspex runs, for example `https://auspex.example` */
  url: string
  /** @default 'auspex/sign-in.json' in the person's folder for settings */
  file?: string
}

export interface SavedSignInOptions extends SignInFileOptions {
  /** What a person runs to sign in, for the error that says so. @default 'npx -p @auspex/sdk auspex-login' */
  command?: string
  /** @default globalThis.fetch */
  fetch?: typeof globalThis.fetch
  /** Milliseconds since the epoch. @default Date.now */
  now?(): number
}

/** Nobody is signed in on this computer, or no longer. */
export class NotSignedInError extends Error {
  override name = 'NotSignedInError'
}

/** A token that expires within this time is renewed first. */
const marginMs = 30_000

export const defaultSignInFile = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'auspex', 'sign-in.json')

/** One name for each server, however its address is written. */
const nameOf = (url: string): string => new URL(url).origin

type SignInFile = Readonly<Record<string, SavedSignIn>>

const readFileOf = async (file: string): Promise<SignInFile> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  // only this file writes it
  return JSON.parse(text) as SignInFile
}

export const readSignIn = async ({ url, file = defaultSignInFile() }: SignInFileOptions): Promise<SavedSignIn | null> =>
  (await readFileOf(file))[nameOf(url)] ?? null

/** Stores a sign-in where only the person can read it; null removes it. */
export const saveSignIn = async (
  { url, file = defaultSignInFile() }: SignInFileOptions,
  signIn: SavedSignIn | null,
): Promise<void> => {
  const { [nameOf(url)]: _before, ...others } = await readFileOf(file)
  const content = signIn === null ? others : { ...others, [nameOf(url)]: signIn }
  if (Object.keys(content).length === 0) return rm(file, { force: true })
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // renamed, so that nobody reads half a file
  const part = `${file}.${process.pid}`
  await writeFile(part, JSON.stringify(content), { mode: 0o600 })
  await chmod(part, 0o600)
  await rename(part, file)
}

/**
 * Tokens of the person who signed in with `auspex-login` on this computer, renewed as they expire. Programs that run at the same time share the sign-in:
 * each reads the file first, and a refresh token that two of them send within seconds gives both the same tokens.
 */
export const savedSignIn = (options: SavedSignInOptions): Required<Pick<Auth, 'getToken' | 'refresh'>> => {
  const { fetch, now = Date.now } = options
  let renewing: Promise<string> | undefined
  const read = async (): Promise<SavedSignIn> => {
    const signIn = await readSignIn(options)
    if (signIn === null)
      throw new NotSignedInError(describeMissing(options, 'Nobody is signed in') + (await describeOthers(options)))
    return signIn
  }
  const renew = async (): Promise<string> => {
    const { issuer, clientId, refreshToken } = await read()
    if (refreshToken === null) throw new NotSignedInError(describeMissing(options, 'The sign-in has ended'))
    const client = { issuer, clientId, now, ...(fetch && { fetch }) }
    const tokens = await renewSignIn(client, refreshToken).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.code !== 'invalid_grant') throw error
      throw new NotSignedInError(describeMissing(options, 'The sign-in has ended'), { cause: error })
    })
    await saveSignIn(options, { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken, issuer, clientId })
    return tokens.accessToken
  }
  const renewOnce = (): Promise<string> => (renewing ??= renew().finally(() => (renewing = undefined)))
  return {
    getToken: async () => {
      const { accessToken, expiresAt } = await read()
      return now() < expiresAt - marginMs ? accessToken : renewOnce()
    },
    refresh: renewOnce,
  }
}

const describeMissing = (
  { url, command = 'npx -p @auspex/sdk auspex-login' }: SavedSignInOptions,
  reason: string,
): string => `${reason} at ${nameOf(url)}. Run: ${command} --url=${nameOf(url)}`

/** The addresses of the servers at which the person is signed in. */
export const listSignedInServers = async (file = defaultSignInFile()): Promise<string[]> =>
  Object.keys(await readFileOf(file))

/** At which servers the person is signed in: perhaps one of them was meant. */
const describeOthers = async ({ file }: SignInFileOptions): Promise<string> => {
  const servers = await listSignedInServers(file)
  return servers.length === 0 ? '' : `. You are signed in at ${servers.join(' and ')}: is that the address you mean?`
}
