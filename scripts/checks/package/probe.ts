import {
  createClient,
  createPortfolio,
  getMe,
  getSignalReport,
  getStatus,
  NotFoundError,
  streamZeusReply,
} from '@auspex/sdk'
import { fetchWithProgress } from '@auspex/sdk/uploads'

export interface ProbeTarget {
  readonly baseUrl: string
  readonly assistantUrl: string
}

/** Exercises what the SDK must do on every platform; returns the names of the checks that passed, and throws at the first that did not. */
export async function probe({ baseUrl, assistantUrl }: ProbeTarget): Promise<string[]> {
  const passedChecks: string[] = []
  const check = (name: string, holds: boolean): void => {
    if (!holds) throw new Error(`${name} does not work here`)
    passedChecks.push(name)
  }
  const client = createClient({
    baseUrl,
    assistantUrl,
    auth: { getToken: () => 'old', refresh: () => Promise.resolve('new') },
    clock: { random: () => 0 },
  })
  check('a call and its token', (await getMe({ client })).profile.id === 'usr_2k4m8q1z')
  check('a retry', (await getStatus({ client })).status === 'ok')
  const missing = await getSignalReport('sig_none', {}, { client }).catch((error: unknown) => error)
  check('an error by its class', missing instanceof NotFoundError && missing.problem?.code === 'signals.not_found')
  const loaded: number[] = []
  const portfolio = await createPortfolio(
    { title: 'Plant drinks', file: new Blob([new Uint8Array(300_000)], { type: 'image/png' }) },
    { client, fetch: fetchWithProgress(({ loadedBytes, totalBytes }) => loaded.push(loadedBytes / totalBytes)) },
  )
  check(
    'an upload and its progress',
    portfolio.title === 'Plant drinks 300000' && loaded[0] === 0 && loaded.at(-1) === 1,
  )
  let text = ''
  for await (const event of streamZeusReply({ message: 'Why?' }, { client, reconnect: { delayMs: 1 } }))
    if (event.type === 'text-delta') text += event.delta
  check('a stream that is cut', text === 'Oat milk 燕麦奶 🌾 grows.')
  const stopping = new AbortController()
  const endless = streamZeusReply({ message: 'endless' }, { client, signal: stopping.signal })
  await endless.next()
  stopping.abort()
  const stopped = await endless.next().catch((error: unknown) => error)
  check('an abort', stopped instanceof Error && stopped.name === 'AbortedError')
  return passedChecks
}
