import { refusal } from '@auspex/contract/refusals'
import { audienceCountries, estimateAudience, onlinePeople } from '@auspex/analytics'
import type { AudienceEstimate, AudiencePlatform } from '@auspex/sdk/types'
import { foldText } from '../../../kernel/fold-text.ts'
import { type CanonicalQuery, narrowQuery } from '../signal-query.ts'
import { type AudienceDependencies, type InterestDays, readInterest } from './read-interest.ts'
import { CodedError } from '../../../kernel/errors.ts'

const method =
  'Σ over age groups of people × weight, × share that uses the internet × share interested. Value: interested of asked over all sources held whole (named authors, else documents). Low and high: lowest and highest 95% bound among that, each source, and what one more outlet would tell.'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

const platformNames: Record<AudiencePlatform, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  x: 'X',
  reddit: 'Reddit',
  linkedin: 'LinkedIn',
  forums: 'forums',
}

/** The people that an estimate is requested for. */
interface AudienceRequest {
  id: string
  name: string | null
  platform: AudiencePlatform | null
  age_min: number
  age_max: number | null
  geo: string | null
}

/** How other rooms ask for an estimate; see `estimateSignalAudience`. */
export type EstimateAudience = (request: AudienceRequest, days: InterestDays) => Promise<AudienceEstimate>

/**
 * Multiplies the population tables by the interest measured in the library. `days` limits the documents that the interest is measured from; all of the
 * signal's when absent.
 */
export async function estimateSignalAudience(
  request: AudienceRequest,
  days: InterestDays,
  deps: AudienceDependencies,
): Promise<AudienceEstimate> {
  if (request.age_max !== null && request.age_max < request.age_min) throw upsideDown()
  if (request.platform !== null) throw platformUnknown(request.platform)
  const signal = await deps.signals.find(request.id)
  ensureName(request.name, signal)
  const query = narrowQuery(signal, days)
  const { filter } = await deps.signals.filterOf(query)
  const online = onlinePeople({ ageMin: request.age_min, ageMax: request.age_max, geo: request.geo })
  const signalGeo = filter.country ?? null
  const reason = refusalReason({
    request,
    signalGeo,
    isInTables: online !== null,
    countries: audienceCountries.length,
  })
  const unknown = { people: null, interest: null, method, limits: [], message: 'No results found' as const }
  if (online === null || reason !== null)
    return { assumptions: [], ...request, ...unknown, population: null, online: null, cells: [], reason }
  const reading = await readInterest({ query, geo: request.geo, signalId: request.id, days }, deps)
  const { size, interest, ...parts } = estimateAudience(online, reading.share)
  // the assumptions come first, because the numbers mean nothing without them
  const assumptions = assumptionsOf({ request, geo: reading.geo })
  const base = { assumptions, ...request, ...parts, method, limits: limitsOf(filter.world) }
  if (size === null || interest === null)
    return { ...base, ...unknown, assumptions: [], limits: base.limits, reason: reading.reason }
  const { sampleSize, ...estimate } = interest
  return {
    ...base,
    people: { ...size, n: interest.interested, method: 'people × internet use × interest' },
    interest: { ...estimate, asked: sampleSize, geo: reading.geo },
    message: null,
    reason: null,
  }
}

/** The name guards against a wrong id: it must be the signal's title or its words. */
function ensureName(name: string | null, { echo }: CanonicalQuery): void {
  if (name === null || name.trim() === '') return
  const isSame = [echo.title, echo.query_term, echo.canonical].some(
    (signalName) => signalName !== null && foldText(signalName) === foldText(name),
  )
  if (!isSame) throw nameDiffers(name, echo.title)
}

/** The minimum age is above the maximum. */
function upsideDown(): CodedError {
  const message = 'must not be below age_min'
  return new CodedError({
    kind: 'invalid',
    ...refusal('audience.ages_invalid'),
    fields: [{ in: 'query', pointer: '/age_max', message }],
  })
}

/** No published data supports an estimate for a platform. */
function platformUnknown(platform: AudiencePlatform): CodedError {
  const needed = `An estimate needs a table of how many people of an age and country use ${platformNames[platform]}, and no public one is there.`
  return new CodedError({
    kind: 'invalid',
    ...refusal('audience.platform_unknown'),
    title: `Nobody knows how many people use ${platformNames[platform]}`,
    detail: `${needed} Leave the platform out to estimate people on the internet.`,
    fields: [{ in: 'query', pointer: '/platform', message: needed }],
  })
}

/** The id and the name belong to different topics. */
function nameDiffers(name: string, title: string): CodedError {
  const message = `the signal of this id is “${title}”`
  return new CodedError({
    kind: 'invalid',
    ...refusal('audience.name_differs'),
    title: `The signal is not called “${name.slice(0, 100)}”`,
    detail: `The signal of this id is “${title}”. Leave the name out, or give the id of the topic that is meant.`,
    fields: [{ in: 'query', pointer: '/name', message }],
  })
}

/** The country's name, if its code has one. */
function nameOf(country: string): string {
  return countryNames.of(country) ?? country
}

interface Refusable {
  request: AudienceRequest
  /** The country that the signal itself is limited to. */
  signalGeo: string | null
  isInTables: boolean
  countries: number
}

/** Why no estimate is possible regardless of the library, and what would help; null when one is possible. */
function refusalReason({ request: { geo }, signalGeo, isInTables, countries }: Refusable): string | null {
  if (!isInTables)
    return `The tables of population and internet use do not have ${geo === null ? 'any country' : nameOf(geo)}. They have ${countries} countries of a million people or more; choose one of those, or everywhere.`
  if (signalGeo !== null && signalGeo !== geo)
    return `This signal has documents from ${nameOf(signalGeo)} alone, which say nothing of ${geo === null ? 'the rest of the world' : nameOf(geo)}. Ask about ${nameOf(signalGeo)}, or search the topic without a country.`
  return null
}

interface AssumptionInput {
  request: AudienceRequest
  /** The country whose documents were counted; null for all. */
  geo: string | null
}

/** The assumptions behind the numbers. */
function assumptionsOf({ request, geo }: AssumptionInput): string[] {
  return [
    'Those who read are as interested as those who publish in the sources that were counted.',
    'Interest and internet use are the same at all ages, since documents do not tell how old their authors are.',
    'There are as many people as in 2020, and as many of them use the internet as in the year beside the figure.',
    ...(request.geo === null
      ? ['Every country is equally interested. Everywhere means the countries of the tables, home to 98.7% of people.']
      : geo === null
        ? [
            `${nameOf(request.geo)} is as interested as all sources together: too few authors or documents tell that they are from ${nameOf(request.geo)}, so the interest of all was taken.`,
          ]
        : []),
  ]
}

/** The limitations of the numbers. */
function limitsOf(world: 'real' | 'demo'): string[] {
  return [
    ...(world === 'demo'
      ? ['Interest is counted in demo documents, so the number means nothing outside the demo.']
      : []),
    'The interval spans the counting and how far outlets differ: what one more of their kind may tell. It does not span people whom no such outlet reaches, nor the errors of the tables.',
    'It estimates how many may be interested, not who, and not how many an advertisement would reach.',
  ]
}
