/** Facts about a voice; each is null when the documents do not contain it. */
export interface VoiceFacts {
  documents: number
  /** Points and comments. */
  reach: number | null
  comments: number | null
  sharedStories: number | null
  /** Mean place in the shared stories, in [0, 1]. */
  earliness: number | null
}

/** Factors in [0, 1]; null when unknown. */
export interface VoiceFactors {
  influence: number | null
  reach: number | null
  amplification: number | null
  firstMover: number | null
}

/** This many stories at an average place are added to the observed ones, so that one lucky story does not make a first mover. */
const evenStories = 2

/**
 * Reach and amplification (comments per document) as ln(1 + x) / ln(1 + highest of the list); first-mover as the mean place shrunk towards one half:
 * (n · earliness + 2 · ½) / (n + 2). Influence is the geometric mean of the known factors, null when fewer than two are known: a product, so that no
 * factor compensates for the lack of another, on a scale that stays comparable when one is unknown. The weights are our own convention.
 */
export function voiceFactors(voices: readonly VoiceFacts[]): VoiceFactors[] {
  const perDocument = voices.map(commentsPerDocument)
  const highestReach = highest(voices.map(({ reach }) => reach))
  const highestAmplification = highest(perDocument)
  return voices.map(({ reach, sharedStories, earliness }, at) => {
    const factors = {
      reach: onScale(reach, highestReach),
      amplification: onScale(perDocument[at] ?? null, highestAmplification),
      firstMover:
        earliness === null || !sharedStories
          ? null
          : (sharedStories * earliness + evenStories / 2) / (sharedStories + evenStories),
    }
    return { influence: geometricMean(Object.values(factors)), ...factors }
  })
}

/** Comments per document; null when no document has a comment count. */
export function commentsPerDocument({
  comments,
  documents,
}: Pick<VoiceFacts, 'comments' | 'documents'>): number | null {
  return comments === null || documents === 0 ? null : Math.max(0, comments) / documents
}

function highest(values: readonly (number | null)[]): number {
  return values.reduce<number>((best, value) => Math.max(best, value ?? 0), 0)
}

function onScale(value: number | null, top: number): number | null {
  if (value === null) return null
  return top <= 0 ? 0 : Math.log1p(Math.max(0, value)) / Math.log1p(top)
}

function geometricMean(factors: readonly (number | null)[]): number | null {
  const known = factors.filter((factor) => factor !== null)
  if (known.length < 2) return null
  return known.reduce((product, factor) => product * factor, 1) ** (1 / known.length)
}
