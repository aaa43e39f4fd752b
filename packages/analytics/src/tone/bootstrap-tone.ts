import { createRandom } from '@auspex/contract/random'
import { cumulativeStdNormalProbability } from 'simple-statistics'
import { type Interval, z95 } from '../series/interval.ts'
import type { StoryToneClass } from './story-tones.ts'

const resamples = 1_000
/** Any fixed number: the same stories give the same bounds on every machine. */
const seed = 20_261_121
/** From this mean, a Poisson number is drawn from its normal approximation. */
const largeMean = 12

/**
 * 95 % bounds of the mean tone of many documents, in [-1, 1]: a bootstrap that draws stories rather than documents, because copies of one text are
 * one opinion. Null for fewer than two stories.
 *
 * Every story occurs a Poisson(1) number of times in a resample (Hanley & MacGibbon 2006); stories of one class are drawn together, because a sum of
 * Poisson numbers is Poisson. The bounds are percentiles of a thousand means, further out for few stories (Hesterberg 2015, The American Statistician
 * 69(4), expanded percentiles).
 */
export function bootstrapTone(classes: readonly StoryToneClass[]): Interval | null {
  const stories = classes.reduce((sum, one) => sum + one.stories, 0)
  if (stories < 2) return null
  const poisson = createPoisson(seed)
  const means: number[] = []
  while (means.length < resamples) {
    let documents = 0
    let sum = 0
    for (const one of classes) {
      const drawn = poisson(one.stories)
      documents += drawn * one.documents
      sum += (drawn * one.sum) / one.stories
    }
    if (documents > 0) means.push(sum / documents)
  }
  means.sort((a, b) => a - b)
  const tail = Math.floor(tailOf(stories) * resamples)
  return { low: means[tail] ?? -1, high: means[resamples - 1 - tail] ?? 1 }
}

/** Share of the means that is cut off on each side: 2.5 %, less for few stories. */
function tailOf(stories: number): number {
  const freedom = stories - 1
  // Cornish and Fisher's expansion of Student's t; below three degrees the outermost means are the bounds anyway
  const t = z95 + (z95 ** 3 + z95) / (4 * freedom) + (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / (96 * freedom ** 2)
  return 1 - cumulativeStdNormalProbability(Math.sqrt(stories / freedom) * t)
}

/** Draws Poisson numbers: exactly where the mean is small, otherwise normal and rounded. */
function createPoisson(start: number): (mean: number) => number {
  const random = createRandom(start)
  // Box and Muller's formula returns two normal numbers at a time, and most draws of a large library need one
  let spare: number | null = null
  const normal = (): number => {
    const cachedValue = spare
    if (cachedValue !== null) {
      spare = null
      return cachedValue
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
    const angle = 2 * Math.PI * random.next()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
  return (mean) =>
    mean >= largeMean ? Math.max(0, Math.round(mean + Math.sqrt(mean) * normal())) : random.poisson(mean)
}
