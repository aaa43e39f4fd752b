/** A country of the demo world, ISO 3166-1 alpha-2. */
export type DemoCountry = 'US' | 'GB' | 'CA' | 'AU' | 'IN' | 'IE' | 'DE' | 'AT' | 'ES' | 'MX' | 'FR'

/** The trend planted in the demo corpus for a topic. Days count back from the end of the corpus; day 1 is the last. */
export type PlantedTrend =
  /** The same level throughout. */
  | { shape: 'steady' }
  /** Grows evenly to `times` its previous level, from `daysAgo` until the end. */
  | { shape: 'rising'; daysAgo: number; times: number }
  /** A hill `times` as high as the surrounding level, at `daysAgo`, with this standard deviation. */
  | { shape: 'peak'; daysAgo: number; widthDays: number; times: number }
  /** Shrinks evenly to one `times`-th of its initial level, over the whole corpus. */
  | { shape: 'decline'; times: number }
  /** Busy until `daysAgo`, then almost silent. */
  | { shape: 'dormant'; daysAgo: number }
  /** A hill every year around this day of the year (1 to 365). */
  | { shape: 'seasonal'; dayOfYear: number; widthDays: number; times: number }
  /** `times` the usual level for some days, in which the documents name the cause. */
  | { shape: 'spike'; daysAgo: number; lengthDays: number; times: number; cause: string }
  /** The shares of positive and negative documents change on a day; half of them name the cause afterwards. */
  | { shape: 'tone_shift'; daysAgo: number; before: ToneMix; after: ToneMix; cause: string }
  /** Moves evenly from one mix of countries to another, from `daysAgo` until the end. */
  | { shape: 'regional_shift'; daysAgo: number; from: CountryMix; to: CountryMix }
  /** Only this many documents in the whole corpus: fewer than a report needs. */
  | { shape: 'sparse'; documents: number }

export interface ToneMix {
  positive: number
  negative: number
}

export type CountryMix = Partial<Record<DemoCountry, number>>

/**
 * The answers to the demo corpus, by topic: what a correct analysis must find. Topics that are not listed are steady.
 * Everything is invented; the causes name people, firms and studies that do not exist.
 */
export const plantedTrends: Readonly<Record<string, PlantedTrend>> = {
  'heat pumps': { shape: 'rising', daysAgo: 365, times: 5 },
  matcha: { shape: 'rising', daysAgo: 150, times: 4 },
  'small language models': { shape: 'rising', daysAgo: 200, times: 12 },
  'sleep tracking': { shape: 'rising', daysAgo: 700, times: 3 },
  'oat milk': { shape: 'peak', daysAgo: 300, widthDays: 70, times: 5 },
  'smart glasses': { shape: 'peak', daysAgo: 25, widthDays: 30, times: 5 },
  'digital collectibles': { shape: 'decline', times: 8 },
  'lab-grown meat': { shape: 'decline', times: 4 },
  'audio chat rooms': { shape: 'dormant', daysAgo: 600 },
  sunscreen: { shape: 'seasonal', dayOfYear: 182, widthDays: 40, times: 5 },
  'pumpkin spice': { shape: 'seasonal', dayOfYear: 283, widthDays: 25, times: 8 },
  'flu vaccines': { shape: 'seasonal', dayOfYear: 320, widthDays: 35, times: 5 },
  bitcoin: { shape: 'spike', daysAgo: 75, lengthDays: 5, times: 10, cause: 'the Northgate exchange outage' },
  microplastics: { shape: 'spike', daysAgo: 160, lengthDays: 6, times: 14, cause: 'the Lindqvist water study' },
  salmon: { shape: 'spike', daysAgo: 410, lengthDays: 4, times: 12, cause: 'the Skarvoy pen collapse' },
  'electric cars': {
    shape: 'tone_shift',
    daysAgo: 150,
    before: { positive: 0.6, negative: 0.1 },
    after: { positive: 0.12, negative: 0.62 },
    cause: 'the Voltway charging fee',
  },
  'remote work': {
    shape: 'tone_shift',
    daysAgo: 240,
    before: { positive: 0.15, negative: 0.55 },
    after: { positive: 0.55, negative: 0.12 },
    cause: 'the Harrow flexibility act',
  },
  padel: {
    shape: 'regional_shift',
    daysAgo: 400,
    from: { ES: 70, MX: 20, FR: 10 },
    to: { GB: 45, US: 30, DE: 15, ES: 10 },
  },
  'moss lawns': { shape: 'sparse', documents: 6 },
}

export type DemoLanguage = 'en' | 'es' | 'de' | 'fr'

/** A topic of the demo world. */
export interface DemoTopic {
  /** The words as they appear in a document, by language; Spanish and French with their article. */
  names: Readonly<Record<DemoLanguage, string>>
  /** Terms that occur together with it, in English. */
  aspects: readonly string[]
  theme: DemoTheme
  /** How often it is discussed relative to other topics. */
  weight: number
  trend: PlantedTrend
}

type DemoTheme = 'money' | 'climate' | 'food' | 'mobility' | 'work' | 'health' | 'home' | 'technology' | 'leisure'

/** English | Spanish | German | French | theme | weight | aspects */
const table = `
bitcoin|el bitcoin|Bitcoin|le bitcoin|money|14|exchange fees, cold wallets, mining costs, price swings, retail investors, custody rules
digital collectibles|los coleccionables digitales|digitale Sammlerstücke|les objets de collection numériques|money|6|floor prices, auction houses, royalty payments, creator shares, resale markets
buy now pay later|el pago aplazado|Ratenkauf|le paiement fractionné|money|5|late fees, credit checks, checkout buttons, young shoppers, household debt
index funds|los fondos indexados|Indexfonds|les fonds indiciels|money|5|annual costs, retirement savings, broad markets, automatic transfers, tax accounts
climate change|el cambio climático|Klimawandel|le changement climatique|climate|14|carbon prices, sea walls, crop losses, insurance costs, emission targets, heat records
heat pumps|las bombas de calor|Wärmepumpen|les pompes à chaleur|home|9|installation costs, cold winters, grant schemes, energy bills, noise limits, trained installers
solar panels|los paneles solares|Solarmodule|les panneaux solaires|climate|8|roof space, feed-in rates, battery storage, grid queues, panel prices, shade losses
wildfires|los incendios forestales|Waldbrände|les feux de forêt|climate|5|smoke alerts, dry summers, insurance maps, fire breaks, evacuation routes
microplastics|los microplásticos|Mikroplastik|les microplastiques|health|6|drinking water, tea bags, filter systems, fish samples, laundry fibres, blood tests
plastic packaging|los envases de plástico|Plastikverpackungen|les emballages plastiques|climate|4|deposit schemes, refill shops, recycling rates, supermarket shelves, packaging taxes
salmon|el salmón|Lachs|le saumon|food|8|fish farms, sea lice, wild stocks, feed prices, export permits, cold chains
oat milk|la leche de avena|Hafermilch|le lait d’avoine|food|8|barista blends, added sugar, shelf prices, dairy labels, coffee chains, oat harvests
matcha|el matcha|Matcha|le matcha|food|6|tea ceremonies, caffeine levels, harvest shortages, latte recipes, ceremonial grades
lab-grown meat|la carne cultivada|Laborfleisch|la viande cultivée|food|6|cell cultures, tasting panels, production costs, food labels, approval hearings
kimchi|el kimchi|Kimchi|le kimchi|food|4|gut health, cabbage prices, home fermenting, spice levels, street food
pumpkin spice|la especia de calabaza|Pumpkin Spice|l’épice de citrouille|food|5|seasonal menus, cinnamon prices, candle shops, autumn launches
protein snacks|los aperitivos proteicos|Proteinriegel|les en-cas protéinés|food|5|sweeteners, gym shops, label claims, snack aisles, plant protein
electric cars|los coches eléctricos|Elektroautos|les voitures électriques|mobility|13|charging points, battery range, used prices, home chargers, purchase grants, winter tests
e-bikes|las bicicletas eléctricas|E-Bikes|les vélos électriques|mobility|7|bike lanes, battery fires, cargo boxes, theft insurance, commuter leases
night trains|los trenes nocturnos|Nachtzüge|les trains de nuit|mobility|4|sleeper cabins, track fees, border stops, booking sites, cheap flights
robotaxis|los robotaxis|Robotaxis|les robotaxis|mobility|6|test permits, remote operators, street closures, ride prices, safety reports
remote work|el teletrabajo|Homeoffice|le télétravail|work|10|office days, commuting time, home desks, video calls, team meetings, office leases
four-day week|la semana de cuatro días|Vier-Tage-Woche|la semaine de quatre jours|work|5|pilot schemes, staff turnover, school hours, output targets, burnout rates
gig work|el trabajo por encargo|Plattformarbeit|le travail à la tâche|work|4|delivery riders, hourly floors, app ratings, sick pay, union talks
sleep tracking|el seguimiento del sueño|Schlaftracking|le suivi du sommeil|health|6|smart rings, deep sleep, wake times, sleep scores, data privacy, bedtime routines
flu vaccines|las vacunas contra la gripe|Grippeimpfung|les vaccins contre la grippe|health|6|clinic hours, side effects, school programmes, waiting rooms, older adults
weight-loss drugs|los fármacos para adelgazar|Abnehmspritzen|les médicaments amaigrissants|health|9|supply gaps, muscle loss, insurance cover, monthly costs, side effects, trial results
cold plunges|los baños helados|Eisbaden|les bains froids|health|4|ice barrels, heart risks, recovery times, morning routines, club fees
sunscreen|el protector solar|Sonnencreme|la crème solaire|health|5|reef rules, mineral filters, spray cans, skin checks, beach prices
air purifiers|los purificadores de aire|Luftreiniger|les purificateurs d’air|home|4|filter changes, noise levels, pollen seasons, room sizes, smoke days
tiny houses|las casas diminutas|Tiny Houses|les mini-maisons|home|4|building permits, trailer frames, land leases, storage tricks, mortgage rules
moss lawns|el césped de musgo|Moosrasen|les pelouses de mousse|home|1|shade gardens, watering bans, soil acidity, mowing hours
smart thermostats|los termostatos inteligentes|smarte Thermostate|les thermostats connectés|home|4|heating schedules, app updates, energy savings, privacy settings
small language models|los modelos de lenguaje pequeños|kleine Sprachmodelle|les petits modèles de langue|technology|6|laptop chips, open weights, offline assistants, memory use, fine tuning, benchmark scores
smart glasses|las gafas inteligentes|smarte Brillen|les lunettes connectées|technology|6|camera lights, battery life, frame weight, privacy signs, live captions
quantum computing|la computación cuántica|Quantencomputer|l’informatique quantique|technology|5|error rates, cooling systems, lab funding, chip yields, encryption plans
audio chat rooms|las salas de audio|Audio-Chatrooms|les salons audio|technology|5|live hosts, moderation teams, invite codes, listener numbers
passkeys|las claves de acceso|Passkeys|les clés d’accès|technology|4|lost phones, password managers, bank logins, account recovery, security keys
padel|el pádel|Padel|le padel|leisure|6|court bookings, club fees, glass walls, beginner lessons, league nights, noise complaints
board games|los juegos de mesa|Brettspiele|les jeux de société|leisure|5|crowdfunding delays, game cafes, solo modes, shipping costs, family nights
vinyl records|los discos de vinilo|Schallplatten|les disques vinyle|leisure|4|pressing plants, record fairs, reissue prices, small shops`

/** The topics of the demo world, in a fixed order. */
export const demoTopics: readonly DemoTopic[] = table
  .trim()
  .split('\n')
  .map((row) => {
    const [en = '', es = '', de = '', fr = '', theme = '', weight = '', aspects = ''] = row.split('|')
    return {
      names: { en, es, de, fr },
      aspects: aspects.split(', '),
      // Cast: the table above is the only place where themes are written, and a test reads them all.
      theme: theme as DemoTheme,
      weight: Number(weight),
      trend: plantedTrends[en] ?? { shape: 'steady' },
    }
  })

/** Publishers that do not exist, by country. The first ones publish the most. */
export const demoOutlets: Readonly<Record<DemoCountry, readonly string[]>> = {
  US: [
    'Demo Gazette (demo)',
    'Alder County Demo Times (demo)',
    'Demo Business Wire-Up (demo)',
    'Prairie Demo Post (demo)',
    'Demo Tech Ledger (demo)',
  ],
  GB: ['The Demo Herald (demo)', 'Norwick Demo Mail (demo)', 'Demo Science Weekly (demo)'],
  CA: ['Northern Demo Star (demo)', 'Maple Demo Review (demo)'],
  AU: ['Southern Demo Courier (demo)', 'Demo Coast News (demo)'],
  IN: ['Demo Chronicle India (demo)', 'Monsoon Demo Express (demo)'],
  IE: ['Emerald Demo Observer (demo)'],
  DE: ['Demo Zeitung (demo)', 'Lindenauer Demo Bote (demo)', 'Demo Wirtschaft Heute (demo)'],
  AT: ['Alpen Demo Kurier (demo)'],
  ES: ['El Demo Diario (demo)', 'Costa Demo Noticias (demo)'],
  MX: ['Demo Informador (demo)'],
  FR: ['Le Demo Quotidien (demo)', 'Demo Matin (demo)'],
}

/** Places that do not exist, by country. */
export const demoPlaces: Readonly<Record<DemoCountry, readonly string[]>> = {
  US: ['Port Alder', 'Cedar Mesa', 'Lakeridge', 'Fort Winslow', 'Silver Prairie'],
  GB: ['Norwick', 'Ashcombe', 'Little Tarrow', 'Brackenford'],
  CA: ['Pinehaven', 'Lac Doré', 'Granite Bay'],
  AU: ['Coral Point', 'Wattle Creek', 'Redsand'],
  IN: ['Suryapet Nagar', 'Chandrakot', 'Neelgaon'],
  IE: ['Ballyfern', 'Kilmorra'],
  DE: ['Lindenau am See', 'Falkenbrück', 'Neu Werder'],
  AT: ['Sankt Almen', 'Hohenbach'],
  ES: ['Puerto Olivo', 'Villaserena', 'Montecorzo'],
  MX: ['San Mirador', 'Ciudad Jade'],
  FR: ['Port-Lavande', 'Montclair-sur-Orle', 'Saint-Aurel'],
}

/** Organisations that do not exist. */
export const demoOrganisations: readonly string[] = [
  'the Halden Institute',
  'Brightwater Research',
  'Osprey Analytics',
  'the Marlow Foundation',
  'Kestrel & Finch',
  'Tamarind Labs',
  'Fennimore University',
  'the Coastal Policy Forum',
  'Bluebell Insurance',
  'Quillon Motors',
  'Meridian Foods',
  'Sablewood Capital',
]

export const languageOf: Readonly<Record<DemoCountry, DemoLanguage>> = {
  US: 'en',
  GB: 'en',
  CA: 'en',
  AU: 'en',
  IN: 'en',
  IE: 'en',
  DE: 'de',
  AT: 'de',
  ES: 'es',
  MX: 'es',
  FR: 'fr',
}

/** The community that discusses a theme. */
export function communityOf(theme: DemoTheme): string {
  return `Demo Forum/${theme} (demo)`
}

export const firstNames =
  'Ada Bruno Carla Dmitri Elif Farid Greta Hugo Ines Jonas Kavya Liam Mei Nora Omar Priya Quinn Rosa Sven Tara Umar Vera Wanda Yusuf Zoe'.split(
    ' ',
  )
export const lastNames =
  'Abara Bergström Castell Doyle Eckhart Fontaine Grieve Hollis Iyer Jansen Kowal Lindgren Moreau Novak Okafor Petrov Quispe Rahman Silva Thorne Ueda Varga Winslow Ybarra Zeller'.split(
    ' ',
  )
export const handleParts =
  'amber basil cobalt dune ember fable gull harbor indigo juniper kelp lunar moss nectar onyx pebble quartz raven sable timber umber velvet willow xenon yarrow zephyr'.split(
    ' ',
  )
