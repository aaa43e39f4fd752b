/** How an invented hashtag develops over the days; day 0 is the last. */
export type DemoCourse =
  | { shape: 'steady' }
  | { shape: 'rising'; times: number }
  | { shape: 'fading'; times: number }
  | { shape: 'spike'; daysAgo: number; times: number }

export interface DemoTag {
  tag: string
  /** Videos a day at its usual level. */
  level: number
  course: DemoCourse
  /** Hashtags that occur together with it more than elsewhere. */
  companions: readonly string[]
  /** Countries of its videos, most frequent first. */
  countries: readonly string[]
  /** One creator gets most of the views. */
  hasStar?: true
  /** One video has a thousand times the usual views. */
  hasHit?: true
  sentences: readonly string[]
}

/** Everything here is invented. */
export const demoTags: readonly DemoTag[] = [
  {
    tag: 'matcha',
    level: 4,
    course: { shape: 'rising', times: 4 },
    companions: ['matchalatte', 'cafe', 'morningroutine'],
    countries: ['US', 'GB', 'DE', 'FR', 'AU'],
    hasHit: true,
    sentences: [
      'Whisking it the slow way',
      'Strawberry on top, matcha below',
      'Three powders, one winner',
      'How green is too green?',
    ],
  },
  {
    tag: 'oatmilk',
    level: 5,
    course: { shape: 'steady' },
    companions: ['coffee', 'cafe', 'plantbased'],
    countries: ['DE', 'GB', 'US', 'IE'],
    sentences: [
      'Does it foam in iced coffee?',
      'Barista blend against the cheap one',
      'Made my own in five minutes',
      'The price went up again',
    ],
  },
  {
    tag: 'heatpump',
    level: 3,
    course: { shape: 'rising', times: 3 },
    companions: ['energy', 'renovation', 'oldhouse'],
    countries: ['DE', 'GB', 'AT', 'FR'],
    sentences: [
      'Our first winter with it',
      'How loud is it really?',
      'The grant took nine months',
      'What the installer forgot',
    ],
  },
  {
    tag: 'coldplunge',
    level: 4,
    course: { shape: 'fading', times: 3 },
    companions: ['wellness', 'morningroutine', 'recovery'],
    countries: ['US', 'CA', 'AU', 'GB'],
    sentences: [
      'Day forty in the barrel',
      'Four degrees, two minutes',
      'Is it worth the ice?',
      'The neighbours are watching',
    ],
  },
  {
    tag: 'airfryer',
    level: 6,
    course: { shape: 'steady' },
    companions: ['easyrecipes', 'dinner', 'mealprep'],
    countries: ['US', 'GB', 'IN', 'MX', 'DE'],
    sentences: ['Crispy without oil?', 'Dinner in twelve minutes', 'What not to put in', 'Cleaning it, finally'],
  },
  {
    tag: 'booktok',
    level: 8,
    course: { shape: 'steady' },
    companions: ['reading', 'fantasy', 'bookclub'],
    countries: ['US', 'GB', 'ES', 'MX', 'DE', 'FR'],
    sentences: [
      'The ending broke me',
      'Five books under 200 pages',
      'What I read in a week',
      'A shelf tour nobody asked for',
    ],
  },
  {
    tag: 'digitaldetox',
    level: 2,
    course: { shape: 'spike', daysAgo: 12, times: 9 },
    companions: ['dumbphone', 'wellness', 'reading'],
    countries: ['US', 'GB', 'DE'],
    sentences: [
      'A week without the phone',
      'My flip phone arrived',
      'The train ride felt longer',
      'What I missed, honestly',
    ],
  },
  {
    tag: 'thrifthaul',
    level: 4,
    course: { shape: 'rising', times: 2 },
    companions: ['vintage', 'secondhand', 'outfit'],
    countries: ['US', 'GB', 'FR', 'ES'],
    sentences: [
      'Everything under ten',
      'The coat I looked for for years',
      'What came home with me',
      'Mending the lining',
    ],
  },
  {
    tag: 'pickleball',
    level: 3,
    course: { shape: 'rising', times: 2 },
    companions: ['sports', 'weekend'],
    countries: ['US', 'CA'],
    hasStar: true,
    sentences: ['The serve nobody returns', 'Our first tournament', 'Is this court legal?', 'Doubles with grandma'],
  },
  {
    tag: 'sourdough',
    level: 3,
    course: { shape: 'fading', times: 2 },
    companions: ['baking', 'homemade', 'easyrecipes'],
    countries: ['US', 'GB', 'AU', 'DE', 'FR'],
    sentences: ['My starter has a name', 'Why it did not rise', 'Scoring patterns, ranked', 'The crumb shot'],
  },
]

/** Hashtags that occur with everything. */
export const everydayTags = ['fyp', 'viral', 'foryou', 'tips'] as const
