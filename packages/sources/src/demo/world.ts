import type { DemoCountry } from './planted-trends.ts'
import type { DemoLanguage, DemoTheme } from './topics.ts'

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
