import { presentReport } from '@auspex/analytics'
import type { Portfolio, SharedItem, SharedKind } from '@auspex/sdk/types'
import type { Portfolios } from '../../collections/index.ts'
import type { Projects } from '../../collections/index.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Signals } from '../../reports/index.ts'
import type { Stories } from '../stories/stories.module.ts'
import type { SharedThreads } from '../../zeus/index.ts'
import type { ZeusReports } from '../zeus-reports/zeus-reports.module.ts'
import { isInaccessible } from '../writing.errors.ts'
import type { ShareSource } from './sharing.types.ts'

/** What can be shared, by kind; omitted kinds are not supported yet. */
export type ShareSources = Partial<Record<SharedKind, ShareSource>>

export interface SourceDependencies {
  signals: Signals
  stories: Stories
  portfolios: Portfolios
  projects: Projects
  reports: ZeusReports
  threads: SharedThreads
}

export function createShareSources({
  signals,
  stories,
  portfolios,
  projects,
  reports,
  threads,
}: SourceDependencies): ShareSources {
  return {
    signal: createSignalSource(signals),
    story: createStorySource(stories),
    portfolio: createPortfolioSource(portfolios),
    project: createProjectSource(projects, portfolios),
    report: createReportSource(reports),
    thread: createThreadSource(threads),
  }
}

/** A signal is a public query: any signed-in person may read it, so anyone may share it publicly. */
function createSignalSource(signals: SourceDependencies['signals']): ShareSource {
  return {
    prefix: 'sig_',
    modules: ['signals'],
    find: async (_person, id) => ({ title: await signals.findTitle(id), isOwn: true }),
    read: async (_person, id) => ({ kind: 'signal', report: presentReport(await signals.readReport(id)) }),
    listPictures: async () => [],
    listVisible: async () => [],
  }
}

function createStorySource(stories: Stories): ShareSource {
  return {
    prefix: 'st_',
    modules: ['stories'],
    find: async (person, id) => {
      const { displayTitle, ownerId } = await stories.find(person, id)
      return { title: displayTitle, isOwn: ownerId === person.userId }
    },
    read: async (person, id) => ({ kind: 'story', story: withoutGroup(await stories.open(person, id)) }),
    listPictures: stories.listPictures,
    listVisible: stories.listVisible,
  }
}

function createPortfolioSource(portfolios: SourceDependencies['portfolios']): ShareSource {
  const read = async (person: Person, id: string): Promise<SharedItem> => ({
    kind: 'portfolio',
    portfolio: withoutGroup(await portfolios.get(id, person)),
  })
  return {
    prefix: 'pf_',
    modules: ['portfolios', 'signals'],
    find: async (person, id) => ({
      title: (await portfolios.get(id, person)).title,
      isOwn: await portfolios.isOwn(id, person),
    }),
    read,
    listPictures: async (person, id) => picturesIn(await read(person, id)),
    listVisible: (person, ids) => portfolios.listVisible(ids, person),
  }
}

function createProjectSource(
  projects: SourceDependencies['projects'],
  portfolios: SourceDependencies['portfolios'],
): ShareSource {
  const read = async (person: Person, id: string): Promise<SharedItem> => {
    const project = await projects.get(id, person)
    const visiblePortfolios: Portfolio[] = []
    for (const portfolio of project.portfolios)
      visiblePortfolios.push(withoutGroup(await portfolios.get(portfolio.id, person)))
    return { kind: 'project', project: withoutGroup(project), portfolios: visiblePortfolios }
  }
  const isVisible = async (person: Person, id: string) => {
    try {
      await projects.get(id, person)
      return true
    } catch (error) {
      if (isInaccessible(error)) return false
      throw error
    }
  }
  return {
    prefix: 'pj_',
    modules: ['projects', 'portfolios', 'signals'],
    find: async (person, id) => ({
      title: (await projects.get(id, person)).displayTitle,
      isOwn: await projects.isOwn(id, person),
    }),
    read,
    listPictures: async (person, id) => picturesIn(await read(person, id)),
    listVisible: async (person, ids) => {
      const visible: string[] = []
      for (const id of ids) if (await isVisible(person, id)) visible.push(id)
      return visible
    },
  }
}

/** A report belongs to one person. Its messages and thread are not shared. */
function createReportSource(reports: SourceDependencies['reports']): ShareSource {
  return {
    prefix: 'rp_',
    modules: ['zeus'],
    find: async (person, id) => ({ title: (await reports.find(person, id)).title, isOwn: true }),
    read: async (person, id) => {
      const { title, contents, updatedAt } = await reports.find(person, id)
      return { kind: 'report', title, contents, updatedAt }
    },
    listPictures: async () => [],
    listVisible: reports.listOwn,
  }
}

/** A conversation belongs to one person, and continues after it was shared: a link shows the messages up to its creation. */
function createThreadSource(threads: SharedThreads): ShareSource {
  return {
    prefix: 'th_',
    modules: ['zeus'],
    find: async ({ userId }, id) => ({ title: await threads.findTitle(id, userId), isOwn: true }),
    read: async ({ userId }, id, sharedAt) => ({
      kind: 'thread',
      ...(await threads.readUntil(id, userId, sharedAt)),
    }),
    listPictures: async () => [],
    listVisible: ({ userId }, ids) => threads.listOwn(ids, userId),
  }
}

/** Omits the group that shares a item, which is private. */
function withoutGroup<Thing extends { organizationGroupId: string | null }>(thing: Thing): Thing {
  return { ...thing, organizationGroupId: null }
}

/** Ids of all pictures whose URLs occur anywhere in a item. */
function picturesIn(item: SharedItem): string[] {
  return [...JSON.stringify(item).matchAll(/"\/images\/(img_[a-z0-9]+)"/g)].map(([, id = '']) => id)
}
