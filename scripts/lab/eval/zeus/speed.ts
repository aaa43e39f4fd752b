import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cp, lstat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuspexClient, createClient, streamZeusReply } from '@auspex/sdk'
import { nodeFlags } from '@auspex/server/node-flags'
import { capture } from '../../../checks/harness/process.ts'
import { readToken, startProduct } from '../../../checks/harness/product.ts'
import { plantedTerms, rareWord } from '../../bench/corpus.ts'
import { type EvalRow, type EvalTask, quantile } from '../../figures.ts'
import { countRow } from './ask.ts'

/** How long a person waits with a million documents in the library: the part that needs an idle machine. */
export const zeusSpeed: EvalTask = { name: 'zeus-speed', run: timeMillion }

/** The first words that a person reads, while the library is still being read: how the question was understood. */
export const firstWords = 'what the question was read as, ms at the 95th percentile'

const documents = 1_000_000
const builder = join(import.meta.dirname, '../../bench/build-library.main.ts')

/** New topics, with some tens to some thousands of documents, and the two that are planted. */
const topics = [
  plantedTerms.rare,
  plantedTerms.common,
  ...[3, 8, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1_597, 2_584, 4_181, 6_765, 10_946, 12_345, 17_711].map(rareWord),
]
/** Warm-up topics, none of which is measured. */
const answeredBefore = ['water', ...[5, 13, 40, 100, 300, 800, 2_000].map(rareWord)]
const wordings = [
  (topic: string) => `What changed for ${topic}?`,
  (topic: string) => `How is the tone of ${topic} in 2024, and who is heard most?`,
  (topic: string) => `What do people say about ${topic} since June 2025?`,
  (topic: string) => `Where is ${topic} spoken of?`,
]

/**
 * How long a person waits for the first words and for the complete brief, over HTTP, with a million documents in the library and no model.
 * `AUSPEX_EVAL_MILLION` names a folder in which the library is cached; a copy of it is used, so that every topic is new.
 */
async function timeMillion(): Promise<EvalRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'auspex-million-'))
  const cacheFolder = process.env['AUSPEX_EVAL_MILLION']
  try {
    if (cacheFolder === undefined) await build(dataDir)
    else {
      if (!existsSync(cacheFolder)) await build(cacheFolder)
      await cp(cacheFolder, dataDir, { recursive: true, filter: async (path) => !(await lstat(path)).isSocket() })
    }
    const product = await startProduct({}, dataDir)
    try {
      const token = await readToken(product.url, dataDir, 'member')
      const client = createClient({
        baseUrl: `${product.url}/api`,
        assistantUrl: `${product.url}/assistant`,
        auth: { getToken: () => token },
      })
      // people use a server that has answered before: its code reaches full speed with the eighth report (`warmUp` of signals)
      for (const topic of answeredBefore) await timeAnswer(client, `What changed for ${topic}?`)
      const times: AnswerTimes[] = []
      for (const [place, topic] of topics.entries())
        times.push(await timeAnswer(client, wordings[place % wordings.length]?.(topic) ?? topic))
      const on = `${documents.toLocaleString('en')} documents, ${topics.length} questions over HTTP after ${answeredBefore.length} others`
      const at95 = (values: readonly number[]) => Math.round(quantile(values, 0.95))
      return [
        countRow(on, `first words: ${firstWords}`, at95(times.map(({ firstWordsMs }) => firstWordsMs)), {
          atMost: 300,
        }),
        countRow(
          on,
          'first sentence that answers, ms at the 95th percentile',
          at95(times.map(({ firstTextMs }) => firstTextMs)),
          { atMost: 300 },
        ),
        countRow(on, 'whole brief, ms at the 95th percentile', at95(times.map(({ wholeMs }) => wholeMs)), {
          atMost: 1_500,
        }),
      ]
    } finally {
      await product.end()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function build(folder: string): Promise<void> {
  await capture(process.execPath, [...nodeFlags, builder, folder, String(documents)], { timeoutMs: 3_600_000 })
}

interface AnswerTimes {
  readonly firstWordsMs: number
  readonly firstTextMs: number
  readonly wholeMs: number
}

async function timeAnswer(client: AuspexClient, message: string): Promise<AnswerTimes> {
  const startedAt = performance.now()
  let [firstWordsMs, firstTextMs] = [Number.NaN, Number.NaN]
  for await (const event of streamZeusReply({ message }, { client })) {
    if (['understanding-added', 'text-delta'].includes(event.type) && Number.isNaN(firstWordsMs))
      firstWordsMs = performance.now() - startedAt
    if (event.type === 'text-delta' && Number.isNaN(firstTextMs)) firstTextMs = performance.now() - startedAt
    if (event.type === 'run-error') throw new Error(`“${message}” failed: ${JSON.stringify(event)}`)
  }
  if (Number.isNaN(firstTextMs)) throw new Error(`“${message}” was answered without a word`)
  return { firstWordsMs, firstTextMs, wholeMs: performance.now() - startedAt }
}
