/** Words of news with one meaning, one concept a line, as stems. Edit freely, but put a word in one line only. */
const lines: readonly string[] = [
  'buy acquire purchase takeover acquisition bought acquired acquiring buying purchased purchasing buyout',
  'rise increase jump climb soar surge gain rose increased jumped climbed soared surged gained rising increasing soaring surging rally rallied',
  'fall drop decline slump tumble plunge sink fell dropped declined slumped tumbled plunged sank falling dropping declining plunging slide slid',
  'die death dead killed kill fatal deadly fatality died dy killing toll slain',
  'hurt injure injured wounded wound injury injuring',
  'quake earthquake tremor temblor seismic',
  'fire blaze inferno wildfire bushfire flame',
  'hurricane cyclone typhoon storm',
  'flood flooding flooded deluge inundation inundated',
  'lawmaker legislator senator congressman parliamentarian mp',
  'parliament legislature lawmakers congress assembly',
  'election vote poll ballot voter voting elected elect elects electoral',
  'strike walkout stoppage',
  'layoff redundancy cut axe fire sack axed sacked fired laid lay job',
  'ceo chief boss executive head',
  'resign quit step resigned quitting resignation resigning stepped',
  'company firm business corporation maker',
  'profit earning income',
  'rate interest borrowing',
  'bank lender',
  'lawsuit sue sued suing suit court legal',
  'arrest detain custody arrested detained held',
  'charge indict indicted charged accused accuse indictment',
  'jail prison sentence sentenced imprisoned jailed imprisonment',
  'police officer cop',
  'doctor physician medic',
  'drug medicine medication treatment therapy',
  'vaccine jab shot vaccination immunisation immunization',
  'approve approval clear greenlight endorse approved cleared authorize authorise authorized authorised authorization',
  'ban prohibit outlaw forbid banned prohibited outlawed prohibition',
  'reject refuse turned rebuff rejected refused deny denied rebuffed',
  'agree deal agreement accord pact agreed settlement treaty',
  'talk negotiation negotiate discussion summit negotiating',
  'launch unveil introduce debut reveal release launched unveiled introduced released unveiling rollout',
  'space spacecraft rocket orbit probe satellite',
  'plane aircraft jet airliner airplane',
  'crash collide collision crashed wreck derail derailed derailment',
  'ship vessel boat tanker ferry freighter',
  'car vehicle automobile auto',
  'recall recalled withdraw withdrawn pull pulled',
  'study research survey researcher scientist',
  'hacker hack cyberattack breach hacked ransomware cyber breached',
  'outage blackout disruption disrupted',
  'win beat defeat victory triumph won beaten defeated winning winner champion clinch clinched',
  'goal score scored scorer',
  'film movie cinema picture',
  'singer musician star artist pop',
  'baby child kid infant newborn',
  'climate warming emission carbon greenhouse',
  'oil crude petroleum barrel',
  'price cost',
  'tariff levy duty',
  'tax taxation',
  'troop soldier army military force',
  'attack assault raid strike bombing attacked bomb blast explosion explode exploded explosive',
  'ceasefire truce armistice',
  'president leader premier',
  'refugee migrant asylum',
  'virus outbreak epidemic infection disease contagion',
  'school classroom pupil student',
  'hospital clinic ward',
  'home house housing property',
  'share stock equity',
  'plan propose proposal planned proposed planning',
  'protest demonstration rally march demonstrator protester demonstrate',
  'delay postpone postponed delayed shelve shelved',
  'rescue save saved rescued',
  'find discover discovery discovered uncover uncovered',
  'shut close closure closed closing shutter shuttered',
  'fine penalty penalised fined penalized',
  'merge merger combine merging combination',
  'warn warning caution alert warned',
  'probe investigation investigate inquiry investigating investigated',
  'minister secretary',
  'snow blizzard snowstorm',
  'heat heatwave hot scorching',
  'drought dry arid',
  'free freed freeing liberate',
  'open reopen opened reopened opening reopening inaugurate inaugurated',
  'sell sold selling sale divest',
  'appoint appointed name named naming successor replace replaced',
  'visit visited visiting',
]

/**
 * Countries with the names of their people and governments; that something happens in the same country does not make it
 * one story.
 */
const countries: readonly string[] = (
  'argentina argentine|australia australian canberra|austria austrian|belgium belgian|brazil brazilian brasilia|britain british england english uk westminster|canada canadian ottawa|' +
  'chile chilean|china chinese beijing|colombia colombian bogota|croatia croatian|cuba cuban havana|denmark danish dane|ecuador ecuadorian quito|egypt egyptian cairo|' +
  'ethiopia ethiopian|eu european europe brussel|finland finnish|france french|germany german berlin|ghana ghanaian|greece greek|hungary hungarian budapest orban|iceland icelandic|' +
  'india indian delhi|indonesia indonesian|iran iranian tehran|iraq iraqi|ireland irish|israel israeli|italy italian|japan japanese tokyo|kenya kenyan nairobi|' +
  'korea korean seoul|malaysia malaysian|mexico mexican|morocco moroccan|netherland dutch holland|nigeria nigerian abuja|norway norwegian|pakistan pakistani|' +
  'peru peruvian|philippine filipino manila|poland polish pole warsaw|portugal portuguese|romania romanian|russia russian moscow kremlin|spain spanish|' +
  'sweden swedish swede|switzerland swiss|syria syrian|taiwan taiwanese taipei|thailand thai bangkok|turkey turkish ankara|uganda ugandan kampala|ukraine ukrainian kyiv|' +
  'us american america usa washington|venezuela venezuelan caracas|vietnam vietnamese hanoi|zambia zambian|zimbabwe zimbabwean|bangladesh bangladeshi dhaka'
).split('|')

const conceptOfWord = new Map<string, string>()
for (const line of lines) {
  const words = line.split(' ')
  for (const word of words) if (!conceptOfWord.has(word)) conceptOfWord.set(word, `=${words[0]}`)
}

for (const line of countries) {
  const words = line.split(' ')
  for (const word of words) conceptOfWord.set(word, `@${words[0]}`)
}

/** Concepts for actions: two different ones by the same actor are two events. */
const actions: ReadonlySet<string> = new Set(
  (
    'buy rise fall die hurt strike layoff resign lawsuit arrest charge jail approve ban reject agree talk launch crash recall win attack ' +
    'delay rescue find shut fine merge warn free open sell appoint visit'
  )
    .split(' ')
    .map((word) => `=${word}`),
)

/** Whether a concept is an action. */
export function isAction(concept: string): boolean {
  return actions.has(concept)
}

/** Whether a term is a concept rather than a word of a text. */
export function isConcept(term: string): boolean {
  return term.startsWith('=') || term.startsWith('@')
}

/** The concept of a stem, never equal to a word; null when it has none. */
export function conceptOf(stem: string): string | null {
  return conceptOfWord.get(stem) ?? null
}
