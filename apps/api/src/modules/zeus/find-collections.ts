import type { SignalCollection } from '@auspex/analyst'
import { type AuspexClient, AuspexError, getPortfolio, getProject, getStory, listZeusReports } from '@auspex/sdk'
import type { Mention } from '@auspex/sdk/types'
import { mentionNotFound } from './zeus.errors.ts'

/** Maximum number of portfolios read of a project: a question is about five signals at most. */
const maxPortfolios = 5
const maxSignals = 50

/**
 * The collections that a message mentions, with their signals. Read with the caller's own permissions, so that other people's are not found. Throws
 * `zeus.mention_not_found`.
 */
export async function findCollections(
  mentions: readonly Mention[],
  client: AuspexClient,
): Promise<readonly SignalCollection[]> {
  return Promise.all(mentions.flatMap(({ kind, id }) => (kind === 'signal' ? [] : [readCollection(kind, id, client)])))
}

async function readCollection(kind: SignalCollection['kind'], id: string, client: AuspexClient) {
  try {
    const { title, signalIds } = await readers[kind](id, client)
    return { kind, title, signalIds: [...new Set(signalIds)].slice(0, maxSignals) }
  } catch (error) {
    // for the caller, a disabled module and an unknown id look the same
    const isHidden = error instanceof AuspexError && [403, 404, 422].includes(error.status ?? 0)
    throw isHidden ? mentionNotFound(kind) : error
  }
}

type Read = (id: string, client: AuspexClient) => Promise<{ title: string; signalIds: readonly string[] }>

const readPortfolio: Read = async (id, client) => {
  const { title, trends } = await getPortfolio(id, {}, { client })
  return { title, signalIds: trends.map(({ signalId }) => signalId) }
}

const readers: Readonly<Record<SignalCollection['kind'], Read>> = {
  portfolio: readPortfolio,
  project: async (id, client) => {
    const { displayTitle, portfolios } = await getProject(id, { client })
    const read = await Promise.all(
      portfolios.slice(0, maxPortfolios).map((eachPortfolio) => readPortfolio(eachPortfolio.id, client)),
    )
    return { title: displayTitle, signalIds: read.flatMap(({ signalIds }) => signalIds) }
  },
  story: async (id, client) => {
    const { displayTitle, cards } = await getStory(id, { client })
    return {
      title: displayTitle,
      signalIds: cards.flatMap(({ content }) => ('signalId' in content ? content.signalId : [])),
    }
  },
  report: async (id, client) => {
    const { items } = await listZeusReports({ id }, { client })
    const [report] = items
    if (report === undefined) throw mentionNotFound('report')
    return { title: report.title, signalIds: report.signalIds }
  },
}
