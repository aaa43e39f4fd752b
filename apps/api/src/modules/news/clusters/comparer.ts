import type { StoryChanges } from '@auspex/analytics'
import { createThread, type Thread } from '../../../kernel/thread.ts'
import type { ArticleText } from '../../library/index.ts'
import type { ClusterFacts } from './cluster-facts.ts'

/** A story to count, with the words its articles have in common, strongest first. */
export interface ClusterToCount {
  id: string
  articles: readonly ArticleText[]
}

export interface CountedCluster {
  id: string
  facts: ClusterFacts
  outlets: number
}

/** What placing a batch changed, and how many articles are in memory afterwards. */
export interface Placement extends Omit<StoryChanges, 'storyOf'> {
  remembered: number
}

export interface ComparerTasks {
  /** Clears the memory and starts a session with a unique number, with what words mean by language (`encodeWordVectors`). */
  begin: (input: { session: number; words: readonly { language: string; vectors: Uint8Array }[] }) => void
  /** Loads articles that already have a story. */
  restore: (input: { world: string; articles: readonly (ArticleText & { clusterId: string })[] }) => void
  /** Places articles; null when the thread is in another session and knows no stories. */
  place: (input: { session: number; world: string; articles: readonly ArticleText[] }) => Placement | null
  count: (clusters: readonly ClusterToCount[]) => CountedCluster[]
}

/** Compares articles in a worker thread: five hundred take half a second of pure computation. */
export type Comparer = Thread<ComparerTasks>

export function createComparer(): Comparer {
  return createThread<ComparerTasks>(new URL('./comparer.worker.ts', import.meta.url), {
    name: 'comparer',
    isBackground: true,
    idleMs: 600_000,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  })
}
