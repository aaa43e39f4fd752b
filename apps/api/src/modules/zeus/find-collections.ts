import type { SignalCollection } from '@auspex/analyst'
import { type AuspexClient, AuspexError, getPortfolio, getProject, getStory, listZeusReports } from '@auspex/sdk'
import type { Mention } from '@auspex/sdk/types'
import { mentionNotFound } from './zeus.errors.ts'

/** Portfolios of a project that are looked into: a question is about five signals at most. */
const mostPortfolios = 5
const mostSignals = 50

/**
 * What a message names, with its signals: read with the asker's own rights, so that what belongs to others is not found. Throws `zeus.mention_not_found`.
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
    return { kind, title, signalIds: [...new Set(signalIds)].slice(0, mostSignals) }
  } catch (error) {
    // a module that is switched off and an id of something else come to the same for who asks
    const isHidden = error instanceof AuspexError && [403, 404, 422].includes(error.status ?? 0)
    throw isHidden ? mentionNotFound({ kind }) : error
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
    const read = await Promise.all(portfolios.slice(0, mostPortfolios).map((one) => readPortfolio(one.id, client)))
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
    if (report === undefined) throw mentionNotFound({ kind: 'report' })
    return { title: report.title, signalIds: report.signalIds }
  },
}
