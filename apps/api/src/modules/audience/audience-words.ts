import type { AudiencePlatform } from '@auspex/sdk/types'
import type { AudienceRequest } from './audience.types.ts'

export const method =
  'Σ over age groups of people × weight, × share that uses the internet × share interested. Value: interested of asked over all sources held whole (named authors, else documents). Low and high: lowest and highest 95 % bound among that and each source.'

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

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** The country by its name, where its code has one. */
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

/** Why nothing can be said whatever the library holds, and what would help; null when nothing stands against it. */
export function whyNot({ request: { platform, geo }, signalGeo, isInTables, countries }: Refusable): string | null {
  if (platform !== null)
    return `No public table tells how many people of an age and country use ${platformNames[platform]}. Leave the platform out to estimate people on the internet.`
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

/** What must be so for the numbers to mean anything. */
export function assumptionsOf({ request, geo }: AssumptionInput): string[] {
  return [
    'Those who read are as interested as those who publish in the sources that were counted.',
    'Interest and internet use are the same at all ages, since documents do not tell how old their authors are.',
    'There are as many people as in 2020, and as many of them use the internet as in the year beside the figure.',
    ...(request.geo === null
      ? ['Every country is equally interested. Everywhere means the countries of the tables, home to 98.7 % of people.']
      : geo === null
        ? [
            `${nameOf(request.geo)} is as interested as all sources together: too few authors or documents tell that they are from ${nameOf(request.geo)}, so the interest of all was taken.`,
          ]
        : []),
  ]
}

/** What the numbers cannot say. */
export function limitsOf(world: 'real' | 'demo'): string[] {
  return [
    ...(world === 'demo'
      ? ['Interest is counted in made-up demo documents, so the number means nothing outside the demo.']
      : []),
    'The interval spans the counting and how far these sources differ, not the people they miss, nor the errors of the tables.',
    'It tells how many may be interested, not who, and not how many an advertisement would reach.',
  ]
}
