import { brotliDecompressSync } from 'node:zlib'
import { packedFrequentWords } from './frequent-words.gen.ts'
import type { Want } from './question-model.ts'
import type { QuestionWord } from './question-words.ts'

/**
 * Names that mean several well-known things, so that one of them alone does not say what is meant: a planet or a metal, a firm or a fruit. Written from
 * general knowledge and not from the questions; a question that says which one is meant in other words is learned to be answered.
 */
export const ambiguousNames = `
abbey academy accord ace acer acorn adobe aether agent airwaves ajax alabama alamo alaska alexa alien allegro alliance alpha alphabet alpine amazon amber ambassador
amp anchor android angel anthem apache apex apollo apple aqua arc arcade arch argo argos ariel aries ark armada arrow arsenal ascent ash aspen aspire assembly asteroid
athena athens atlantic atlas atom aurora austin avalanche avatar avenger axe axel axis azure bach badger baidu balance ballet baltimore bamboo banana bank bar baron barracuda
base basic basil bass bat bath batman battery bay beacon bean bear bears beetle bell belt berlin berry beta bills birch birmingham bishop bison bitter blackberry blackbird blackhawks blackpool blackstone blade
blazer blaze blizzard block bloom blue blues blur bobcat bolt bond bonus boost boot boots boston bounce bounty bowl brave braves breeze brent brick bridge brighton bristol bronco broncos brook browns bruins buck bucks buffalo
bug bulldog bulls bumble burn bush butterfly buzz cabinet cactus cain calgary calypso cambridge camel camp canary cancer cane canon canopy canvas cape capital caravan card cardinal cardinals caribou
carol carrier cartel casa cascade casino cassandra castle cat catalyst celtic celtics centaur center century champion chance change chaos chap charger chargers charm chase cheetah chelsea cherry chess
chester chevron chicago chili chime china chip chips chrome cider cinnamon cipher circle civic clarity clash classic clay cleveland cliff clipper clippers cloud clover club coach cobalt cobra cod code coke
colt colts columbia columbus comet command compass concord concorde condor cone congo constellation continental copper coral core cork corona coronation cosmos cougar count courier court cowboys coyote crane crash
cream creed cricket crocus cross crow crown crucible crusader crush crystal cube cupid current cyclone cypress dallas dart dash data dawn day dart dean deer dell delphi delta denali denver depot derby desert devil devils
diablo diamond diamondbacks diesel digit dinar disc discover discovery dish diva dodge dodgers dolphin dolphins domino dove dragon dragonfly dream drill drive duck ducks duke dune durham dusk dust dutch dynamo eagle
eagles earth echo eclipse eden edge edison eel ego elan elder electron element elephant elite elk elm ember emerald emirates empire encore energy ensign enterprise envoy epic epoch era essence essex everest evergreen everton evolution
excel exchange explorer express eye fable facet fairy faith falcon falcons fantasy fargo fate feast fever fiat field fiesta fig fiji finch fire fireball firefly firefox fish flame flames flash fleet flex flicker flight flint float flora
florence florida flow fly focus folio force ford forest forge fork forum fossil foundation fox franc france francis frank freedom frontier frost fuel fury fuse fusion future galaxy gale gambit gap garden garnet gas gateway gazelle
gazette gear gem gemini genesis genius georgia ghost giant giants ginger glacier glass globe glory glow go goat gold golf goose gopher grace granite grant grape graphite gravity green greenwich greyhound griffin grizzlies ground grove
guardian guardians guide guild gulf gull gum gypsy halifax halo hamilton hammer harbor harbour hare harmony harp harrier harvest hawk hawks haze heart heat heather helios helium helix helm herald hercules heritage hero heron hex
highlander hive holly home honey hood hope horizon hornet hornets horus hound houston hub hull hummer hunt hunter hurricane hurricanes hydra hyperion ibis icarus ice icon ikon image impact impala imperial impulse inception indian indians inferno
infinity ink insight inspire integra intel intrepid ion iris iron isis island ivory ivy jack jackson jade jaguar jaguars jam jamaica jasmine jasper java jay jazz jersey jet jets jewel jonah jordan journey joy jubilee judas juice julia juno
jupiter just kansas kayak keeper kent kestrel key khan kidney kindle king kings kingston kirby kite kiwi knight knights koala kodiak kong kraken kylie lance lancaster lancer lark laser latitude laurel lava leaf league leaves legacy legend lemon
leo leopard leopards level liberty libra life light lightning lily lima lime limerick lincoln link lion lions lira lisa lobster local locust lodge london lotus love lucky luna lux lynx lyra lyric mac mace madison madonna maestro magic magnet
magnolia magnum mako mali malt mamba mandarin mango manhattan manta maple marathon march mariner mariners mark marlin marlins maroon mars marshal marten martin marvel mascot match matador matrix maverick mavericks max maya mayor mace
meadow media medusa memphis mercedes mercury meridian merlin mesa message metro meteor miami micro midas midway milan mile milk mill mimosa mini minotaur mint miracle mirage mirror mist mobile mode model mole mona monitor monk monkey monsoon
monster montana moon moose mormon morris mosaic moss moth motion motor mountain mouse mulberry muse museum mustang mustangs myth nano narwhal national native nebula neon neptune nest net nets network neutron newcastle newport newton nexus
night nightingale nike nimbus noble node norfolk nova nuggets nut oak oasis obelisk oberon ocean octane octopus odin odyssey oilers olive olympus omega omen onion onyx opal open opera optimum oracle orange orb orbit orca orchid oregon orient
origin orioles orion oscar osprey otter outlook owl ox oxford oyster pacers pacific packers pad paddle padres page palace palermo palm panama panda pandora panther panthers paper paradise paragon paramount paris parrot passion passport patriot
patriots patron pawn peach peacock peak pear pearl pegasus pelican pelicans penguin penguins penny peninsula perch peregrine peru phantom phoenix piano pier pike pilot pine pink pioneer pirate pirates pistons pitch pixel plaid planet plasma
platinum player plum pluto poison poker polar pole polo polygon polymer pony pool poppy port porter portland post potter pound power predator prelude premier prevent pride prime prince princess prism prodigy profile prometheus prophet
prospect proton proud providence psyche puck puffin pulsar pulse puma punch pure python quail quake quantum quarry quartz quasar queen queens quest quicksilver quorum rabbit racer rage raiders rail rain rainbow rally ram rambler rams ranger
rangers rapid rapids rapper raptor raptors raspberry raven ravens ray rays reading realm rebel rebels red reds redskins reed reef regal regent regina relay relic renegade republic reserve rex rhine rice ricochet ridge ripple river robin rock rockets
rocket rockies rogue root rose rosetta rover royal royals ruby rugby ruin rush russell rust saber sable sabre sabres safari saffron sage sahara saint saints salem salmon salon salt samba samurai santos sapphire saturn savannah scala scout scratch script
seahawks seal seals seat sentinel sequoia seven shadow shamrock shard shark sharks shell sherlock shield shift shine shrew sierra signal silk silver siren six sketch skull sky slack slate sling smart snap snapper snow sonic sonnet soul south spark
sparrow spartan spectra spectrum sphinx spice spider spike spirit spitfire splash spoon sport spot spring sprint sprite spur spurs square squid stallion stamp star stark stars static station steam steel steelers stella sterling sting stone stork storm
stratus stream stripe studio style sub subway suede sugar summit sun sunrise supreme surf surge surface swallow swan sweet swift sword symphony tablet talon tango target taurus teal team tempest temple tempo tender terra tesla texas thistle thor thorn
thunder thunderbird tide tiger tigers timber time times titan titanic titans toast tomahawk tonic topaz torch tornado toro totem touch toucan tower trace trail tribune trident trinity triton triumph trojan troy trump tube tulip tundra turbo turkey turtle twins
twist twister uncle unicorn union unity universal uranus utah vale valiant valley valve vampire vanguard vanilla vault vega venture venus verge verona vertex vertigo vespa victor victoria victory viking vikings villa vine viola violet viper virgin virgo virus
visa vision vista vita vivid vixen void volt vortex voyage voyager vulcan vulture wagner walker wallaby warden warrior warriors washington wasp wave wellington west whale whisper white wick wild wildcat williams willow wind window windows wing wings wire wizard
wizards wolf wolverine wolverines wolves woods word wren yahoo yankee york zebra zen zenith zephyr zero zeus zinc zion zodiac zoom
man-city man-united new-york san-jose st-louis black-friday red-bull red-sox white-sox brown-bear green-day blue-origin dark-matter rolling-stone georgia-state paris-hilton michael-jordan michael-jackson john-smith
china-doll big-apple big-ben the-rock the-who the-band the-edge the-sun the-times the-wall the-office the-boss the-beast the-voice the-world the-post the-guardian
bayer golf käfer melone bank birne schloss kiefer strauß ball bremse brücke decke erde essen fliege futter gericht hahn hering jahrbuch kater kohle krebs leiter linse löffel maus messe mutter nagel netz orden pass pflaster pony puppe puma quark
radler raupe rolle rosen sahara schalke schild schimmel schlange spiegel stern stift stock strom tau teller ton tor wanze welle welt wirtschaft würzburg zelle zug zeit focus bild
banco gato llama lima cuba cólera cometa corte cura delfín estrella frente gema granada heroína judía mañana marca mercurio metro mango muñeca pico pie planta pluma ratón real rayo santander sierra sol tauro titán valencia vela vino águila américa
avocat baie bière bourse canard carte cerise chaîne colis comète cour fraise glace grève livre lune manche mercure mine moule mousse opéra orange page passe poche poste puce rage souris soleil somme temps titan tour vague vase vol voile figaro monde croix
`
  .split(/\s+/u)
  .filter((name) => name !== '')
  .map((name) => name.replaceAll('-', ' '))

let foldedNames: ReadonlySet<string> | null = null

/** Whether a topic, without accents and in lower case, is such a name. */
export function isAmbiguousName(topic: string): boolean {
  foldedNames ??= new Set(ambiguousNames.map((name) => name.normalize('NFD').replace(/\p{M}/gu, '')))
  return foldedNames.has(topic)
}

/**
 * Words and phrases that say what is wanted, in English, German, Spanish and French, in lower case and without accents; `*` stands for any ending. Labelled questions hold only some of the many words for a
 * mood or for a rise. Written from general knowledge after some open questions that had been misread, so that these may judge the list too kindly.
 */
const cues: Readonly<Record<Want, string>> = {
  volume: `
    how much|how many|how often|how frequently|how big|how large|how loud|how widely|how common|number|numbers|count|counts|counted|tally|total|totals|amount|quantity|volume|volumes|mention|
    mentions|mentioned|hits|figure|figures|frequency|dozens|hundreds|thousands|order of magnitude|at all|anyone still|anybody still|still talked|still a thing|a big deal|a big thing|much talk|
    much said|much coverage|much noise|much fuss|a lot|lots|plenty|loads|hardly|barely|any talk|any coverage|any mention|any mentions|any buzz|any chatter|anything on|anything about|
    ever mentioned|percentage|percent|share of|proportion|per day|per week|per month|per year|each month|each week|each year|by month|by week|by day|by year|monthly|weekly|daily|yearly|annual|
    a day|a week|uproar|everywhere|obsessed|inescapable|all over|ignored|overlooked|under the radar|wie viel|wie viele|wieviel|wieviele|wie oft|wie haufig|wie gross|wie groß|anzahl|zahl|zahlen|
    menge|haufigkeit|erwahnung*|treffer|uberhaupt|pro tag|pro woche|pro monat|pro jahr|je monat|monatlich|wochentlich|taglich|jahrlich|ein thema|kaum|stuckzahl|anteil|prozent|cuanto|cuanta|
    cuantos|cuantas|cuantas veces|numero|numeros|cifra|cifras|cantidad|volumen|menciones|mencion|conteo|recuento|frecuencia|por dia|por mes|por semana|por ano|mensual|semanal|diario|mucho|tanto|
    apenas|porcentaje|proporcion|total de|combien|combien de fois|nombre|chiffre|chiffres|quantite|frequence|a quelle frequence|par jour|par mois|par semaine|par an|mensuel|hebdomadaire|
    quotidien|beaucoup|autant|a peine|pourcentage`,
  change: `
    grow*|growth|rise|rises|rising|risen|rose|fall|falls|falling|fallen|fell|drop|drops|dropped|dropping|decline*|declining|increas*|decreas*|trend|trends|trending up|trending down|trendline|
    climb*|surge|surged|surging|shrink*|shrunk|fade|fades|faded|fading|dying|dead yet|dying out|died down|die down|died out|comeback|come back|came back|coming back|over time|over the years|
    evolution|evolve*|develop*|change|changed|changes|changing|shift|shifted|shifts|more and more|less and less|up or down|upward|downward|taking off|took off|take off|on the up|on the rise|
    on the way up|picking up|picked up|cooled|cooling|cool off|slow down|wane*|waning|dwindl*|ebb*|tail off|tailed off|tailing off|peak*|plateau*|trajectory|curve|momentum|accelerat*|doubled|
    tripled|halved|fizzle*|gone quiet|went quiet|losing interest|lost interest|lose interest|bigger than|fad|hype over|hype dead|hype cycle|progress*|how has|gained|gaining|gathering steam|
    snowball*|steady|stayed|lasted|linger*|louder than|since then|month by month|year by year|year on year|week by week|day by day|gestiegen|steigt|steigen|zugenommen|nimmt zu|abgenommen|
    nimmt ab|gefallen|gesunken|sinkt|wachst|gewachsen|wachstum|entwicklung|entwickelt|entwickeln|verlauf|ruckgang|anstieg|verandert|veranderung|geandert|mehr geworden|weniger geworden|abgeflaut|
    abgeebbt|eingeschlafen|im kommen|auf dem weg|verschwunden|aufschwung|kurve|im laufe|crece|crecio|crecido|creciendo|crecimiento|sube|subio|subido|subiendo|baja|bajo el|bajado|bajando|cayo|
    caido|cayendo|aumento|aumentado|aumenta|disminu*|evolucion|evoluciono|evolucionado|tendencia|cambio|cambiado|cambiaron|ha ido|desaparec*|se apago|repunte|auge|decae|decayo|de capa caida|
    se hundio|al alza|a la baja|augmente*|augmentation|baisse|baisse - t|baisser|hausse|monte|monter|grimpe|grimper|chute|chuter|croissance|evolue*|tendance|changement|progresse*|recul*|decline|
    essouffle*|retombe*|disparu|courbe|en plein essor|diminu*|explose*`,
  events: `
    what happened|what happen|what went on|what was going on|what went down|what befell|timeline|chronology|sequence of|milestone*|turning point*|key dates|key moments|key days|big moments|
    big day|biggest day|when did it peak|when was the peak|peak day|peak date|the peak|busiest|spike|spikes|spiked|flashpoint*|day of|which day|which days|which week|which weeks|which month|
    which date|what date|what day|dates|when was it|moment*|episode*|incident*|blow by blow|step by step|recap|course of events|developments|what set|saga|unfold*|was ist passiert|was geschah|
    was passierte|was war los|chronik|chronologie|ereignis*|hohepunkt*|zeitleiste|zeitstrahl|meilenstein*|wann war|an welchem tag|welcher tag|welche tage|abfolge|wann genau|que paso|que ocurrio|
    que sucedio|que pasaba|cronologia|linea de tiempo|hitos|acontecimientos|sucesos|cuando fue|pico|picos|que dia|que dias|momento clave|momentos clave|
    s est passe|frise|evenement*|dates cles|moments cles|quand a eu|le pic|pic|pics|quel jour|quels jours|deroule*`,
  why: `
    why|how come|cause|causes|caused|reason|reasons|due to|because of|explain the rise|explain the fall|explain the jump|explain the spike|explain the drop|what drove|what drives|what 's driving|
    driver|drivers|behind|triggered|trigger|what made|what makes|what led|what caused|what sparked|sparked|set it off|set off|attributable|explanation|wherefore|what explains|
    accounts for|to blame|warum|wieso|weshalb|grund|grunde|ursache*|woran|wodurch|ausgelost|ausloser|hintergrund|woher kommt|aus welchem|por que|porque|causa|causas|
    motivo|motivos|razon|razones|a que se debe|debio|detras de|explica|provoco|desencaden*|de donde viene|pourquoi|raison|raisons|a quoi est|a cause|explique*|declenche*|
    derriere|d ou vient|motif*|provoque*`,
  tone: `
    tone|mood|moods|sentiment|sentiments|feel|feels|feeling|feelings|felt|love|loved|loves|loving|hate|hated|hates|hating|hatred|hater|haters|like or|liked|likes it|dislike*|despise*|ador*|
    admir*|angry|anger|angrier|furious|fury|outrage*|mad|rage|raging|upset|annoy*|irritat*|fed up|sick of|tired of|bored|boring|grumpy|moan*|grumbl*|complain*|complaint*|gripe*|whin*|rant*|slag*|
    slate*|slated|mock*|ridicul*|laugh*|joke*|punchline|meme|sneer*|snide|sarcas*|iron*|positive|positiv|positively|negative|negativ|negatively|neutral|favourabl*|favorabl*|unfavo*|hostil*|
    friendl*|kind|kinder|kindly|nice|nicer|nicely|nasty|nastier|nastiest|ugly|mean|meaner|bitter|bitterness|sour|soured|sweet|warm|warmly|cold|fear*|afraid|scare|scared|scary|scarier|panic*|
    terrif*|worr*|anxi*|nervous|concern|concerned|hope*|optimis*|pessimis*|excit*|thrill*|joy*|happy|happier|unhappy|sad|sadness|grief|griev*|mourn*|sympath*|empath*|pity|compass*|toxic|backlash|
    resent*|contempt|disgust*|trust*|distrust*|mistrust*|suspici*|sceptic*|skeptic*|cynic*|doubt*|proud|pride|sham*|embarrass*|guilt|regret*|disappoint*|letdown|let down|frustrat*|relie*|
    reception|received|well received|go down well|went down|panned|prais*|acclaim*|popular|popularity|unpopular|beloved|reputation|image|attitude*|opinion*|approv*|disapprov*|support*|welcom*|
    celebrat*|enthusias*|impressed|obsess*|nostalg*|affection*|fond|fondly|good press|bad press|good or bad|thumbs up|cheer*|boo*|crit*|harsh*|blam*|vibe|vibes|react|reaction*|reacted|respond|
    take it|took it|think of|thought of|think about|thought about|cringe|hype*|overrated|underrated|worship*|vilif*|demoni*|stigma|taboo|stimmung*|ton|tonfall|tonlage|gefuhl*|gefuhle|lieben|
    liebt|geliebt|hass*|hassen|gehasst|mogen|mag man|gemocht|beliebt*|unbeliebt|verhasst|wut|wutend|sauer|arger|verargert|genervt|nervt|emport|emporung|angst|furcht|panik|sorge*|besorgt|hoffnung|
    freude|freut|gefreut|traurig|trauer|begeistert|begeisterung|gelobt|lob|kritik|kritisiert|verrissen|verspottet|lacher*|meckern|gemeckert|jammer*|beschwer*|spott|hame|kommt an|kam an|ankommt|
    angekommen|ruf|meinung*|haltung|halten von|denken|denkt|reagier*|reaktion*|enttausch*|skepsis|skeptisch|vertrauen|misstrauen|zufrieden|unzufrieden|freundlich*|feindlich|gut oder schlecht|
    tono|sentimiento*|animo|humor|odia*|odio|aman|ama|amor|quieren|gusta|gusto|gustan|gustaba|enoja*|enojo|enfad*|rabia|ira|bronca|furi*|indigna*|miedo|temor|panico|preocupa*|esperanza|alegr*|
    feliz|triste*|positiv*|negativ*|queja*|quejan|critica*|elogi*|alaba*|burla*|rie|risa|simpatia|desprecio|confia*|desconfia*|opina*|piensa*|reaccion*|recib*|fama|imagen|cae bien|cae mal|
    bien o mal|hartos|harta|ilusion*|decepcion*|humeur|ambiance|sentiment*|aime*|adore*|deteste*|hai*|haine|colere|en colere|furieux|enerve*|agace*|rale*|plain*|plainte*|peur*|panique|inquiet*|
    inquietude|craint*|espoir|joie|heureux|content*|mecontent*|positif*|negatif*|critiqu*|eloge*|moqu*|moquerie*|rire|mepris*|confiance|mefi*|pens*|avis|reagi*|accueil*|recu|populaire|bien vu|
    mal vu|decu*|deception`,
  quotes: `
    quote|quotes|quotation*|quotable|own words|their words|exact words|verbatim|word for word|in words|say about|said about|saying about|says about|says on|said on|saying on|write about|
    wrote about|lines|soundbite*|voxpop|vox pop|comments|comment from|testimon*|passages|sentences|examples of what|anecdot*|stories people|what people say|what people said|what do people say|
    what did people say|typical phrase|best lines|funniest|worst thing|zitat*|zitier*|originalton*|o - ton*|wortlich|wortlaut|im original|stimmen|sagen|sagt|gesagt|schreiben|schrieb|schrieben|
    geschrieben|kommentare|aussagen|ausspruch*|spruche|in eigenen worten|cita|citas|textual*|frase|frases|palabras|con sus palabras|dice|dicen|dijo|dijeron|decian|dice la gente|comentarios|
    testimonio*|comentan|citation*|cite|cites|mot pour mot|propres mots|phrase|phrases|dit|disent|disait|disaient|dire|a dit|raconte*|verbatim*|temoignage*|commentaires|paroles|extraits`,
  voices: `
    who talks|who talked|who is talking|who 's talking|who was talking|who writes|who wrote|who posts|who posted|who speaks|who spoke|who says|who said|whose voice*|voices|loudest|loud voices|
    most active|top posters|posters|poster|authors|author|accounts|users|usernames|commenters|commentators|influencer*|pundit*|spokes*|experts|opinion leaders|journalists write|which journalist*|
    which reporter*|which people|who leads|who led|who drives|who drove|who pushes|who pushed|who keeps|bangs on|banging on|who shouts|who dominates|dominat*|most vocal|vocal|mouthpiece*|
    names behind|by whom|champions|key people|key figures|ringleader*|big noises|prolific|wer redet|wer spricht|wer schreibt|wer postet|wer sagt|wer schrieb|wer sprach|wer hat|wortfuhrer|
    lautesten|autoren|autor|nutzer|stimmen|meinungsfuhrer|experten|akteure|sprecher|wer meldet|quien habla|quienes hablan|quien escribe|quienes escriben|quien dice|quienes|quien publica|autores|
    voces|usuarios|cuentas|portavoz|portavoces|expertos|protagonistas|lleva la voz|qui parle|qui en parle|qui ecrit|qui poste|qui dit|qui publie|voix|auteurs|auteur|comptes|utilisateurs|
    porte - parole|les plus actifs|figures|meneurs`,
  outlets: `
    which paper*|which papers|which newspaper*|which outlet*|which site*|which sites|which forum*|which forums|which subreddit*|which sub|which subs|what subreddit*|which magazine*|which media|
    which press|which publication*|which channel*|which blog*|what outlets|what papers|what sites|what newspapers|outlets|domains|websites|publications|where online|which source*|what sources|
    carried|carry it|ran the most|printed|published most|covered it|covers it|who covered|who covers|newspapers wrote|where is it discussed|where do people discuss|forums where|subreddits|
    welche zeitung*|welche medien|welche forum*|welche foren|welche seite*|welche blatter|welches blatt|welches medium|welche portale|welche quellen|in welchen zeitungen|in welchen medien|
    in welchen foren|blatter|medien haben|que periodico*|que diario*|que medios|que medio|que foros|que foro|que paginas|que sitios|en que medios|medios|cuales medios|que prensa|cabeceras|
    quels journaux|quel journal|quels medias|quel media|quels sites|quel site|quels forums|quel forum|quelles sources|dans quels|titres de presse|quelle presse|medias`,
  places: `
    where|whereabouts|which country|which countries|which city|which cities|which region*|which state*|which part*|which county|which counties|which province*|what country|what countries|
    what states|countries|geograph*|map|by country|by region|by state|by city|regional*|hotspot*|locations|located|worldwide|around the world|wo|woher|welches land|welche lander|welchen landern|
    lander|laendern|regional|regionen|welche stadt*|welchem bundesland|karte|weltweit|nach land|donde|en que pais|en que paises|que pais|que paises|paises|que ciudad*|que region*|regiones|mapa|
    por pais|provincias|ou|dans quel pays|quels pays|quel pays|pays|quelle ville*|quelles villes|quelle region*|regions|carte|par pays|departements`,
  narratives: `
    argument*|argu*|argue|debate*|debated|narrative*|storyline*|story line*|framing|framed|frame|frames|sides|each side|both sides|camp|camps|for and against|pros and cons|pro and con|pros|
    main threads|threads|themes|theme|main points|talking points|points of|issues raised|controvers*|quarrel|dispute*|disagree*|row over|rows about|positions|viewpoint*|perspective*|theor*|
    conspirac*|competing|explanations people|what is it about|what 's it about|topics around|strands|angles|angle|spin|claims|myths|critics say|supporters|opponents|proponents|hero or|villain|
    objections|main complaints|lines of|interpretation*|discourse|split|divided|stories told|debatte*|diskussion*|diskutier*|streit*|pro und contra|pro und kontra|dafur und dagegen|fur und gegen|
    lager|seiten|narrativ*|erzahlung*|deutung*|standpunkt*|positionen|gegner|befurworter|kontrovers*|themen|argumento*|postura*|bandos|a favor|en contra|pros y contras|narrativa*|relato*|
    posicion*|polemica*|discut*|criticos|defensores|detractores|temas|versiones|teorias|debat*|polemique*|pour et contre|pour ou contre|les pour|recit*|narratif*|narration*|partisans|opposants|
    detracteurs|discute*|theories|versions`,
  forecast: `
    forecast*|predict*|prediction*|projection*|project|outlook|prognos*|expect*|going to|gonna|will it|will there|will talk|will people|will interest|next month|next year|next week|next quarter|
    coming weeks|coming months|coming year|in future|the future|future|ahead|likely|likelihood|tomorrow|about to|set to|heading|still be talking|extrapolat*|anticipat*|foresee*|crystal ball|
    by christmas|in six months|in three months|prognose*|vorhersage*|voraussichtlich|wird es|werden die|wird sich|wird das|zukunft|kunftig|erwart*|nachsten monat*|nachste woche|nachstes jahr|
    kommenden|ausblick|hochrechn*|pronostic*|prediccion*|predec*|prevision*|preve*|proyeccion*|proyect*|futuro|va a|seguira|sera|proximo mes|proxima semana|proximo ano|proximos|vendra|se espera|
    prevoi*|predire|projet*|avenir|futur|va - t|vont|prochain*|a venir|attendre|s ' attend*|continuera`,
  audience: `
    audience*|demographic*|age|ages|aged|age group*|how old|young|younger|older|old people|men or women|male|female|gender|women|men|parents|teenagers|millennials|boomers|gen z|income|educated|
    education|what kind of people|what sort of people|type of people|who are they|who are the people|who are these|fans who|interested in it|interests|hobbies|reach|followers|readership|viewers|
    readers|profile|background|occupation*|customers|users like|persona|zielgruppe*|publikum|alter|altersgruppe*|wie alt|jung|jungere*|altere*|manner|frauen|geschlecht|was fur leute|welche leute|
    interessen|reichweite|leserschaft|profil|einkommen|bildung|beruf*|audiencia|publico|edad|edades|jovenes|mayores|hombres|mujeres|genero|sexo|que tipo de gente|que clase de gente|perfil|
    intereses|alcance|seguidores|demograf*|ingresos|estudios|audience|public|jeunes|vieux|hommes|femmes|sexe|genre|quel genre de|quel type de|profil*|interets|portee|abonnes|lectorat|demograph*|
    revenus|diplome*`,
  price: `
    price|prices|priced|stock|stocks|share|shares|shareprice|share price|stock price|correlat*|exchange rate|dollar|euro|commodity|index|nasdaq|s & p|dow|ticker|traded|trading|volatility|returns|
    yield*|market cap|close|lead or lag|lags|leads|move with|moved with|moves with|track the|tracks the|followed the|overlay|against the price|futures|brent|bond*|wkn|valuation|kurs|kurse|aktie|
    aktien|aktienkurs|preis|preise|borse|wechselkurs|korrel*|rohstoff*|dax|notierung|precio|precios|accion|acciones|cotiz*|bolsa|correl*|cambio del|tipo de cambio|ibex|indice|prix|cours|action|
    actions|bourse|taux de change|cac|cotation*`,
  compare: `
    compare*|comparing|comparison|versus|vs|against|or|than|side by side|next to|beside|alongside|put both|both|difference*|differ|differs|different|differently|contrast*|relative to|which of|
    which one|which was|which is|which got|which had|the other|bigger|larger|stronger|weaker|more talked|more than|less than|more often|as much as|as often as|ahead of|overtak*|overtook|outpace*|
    beat|beats|beaten|won|wins|winner|before and after|then and now|between the two|of the two|head to head|gap between|rather than|matched|vergleich*|vergleiche*|verglichen|gegenuber|
    im vergleich|oder|als|gegen|unterschied*|unterscheid*|nebeneinander|mehr als|haufiger als|starker|grosser|welches von|vorher und nachher|beide|compar*|comparacion|frente a|contra|o|que el|
    que la|diferencia*|mas que|menos que|cual de|lado a lado|antes y despues|ambos|entre los dos|comparaison|face a|contre|ou|que|plus que|moins que|lequel|laquelle|cote a cote|avant et apres|
    les deux|par rapport`,
  rank: `
    rank*|ranking|top|order them|in order|sort|sorted|order by|most talked|biggest to|highest to|league table|leaderboard|from most|from biggest|best to worst|top three|top five|top ten|top 3|
    top 5|top 10|line them up|which of these|who 's first|ordered|descending|hierarchy|rangliste|rang|reihenfolge|sortier*|ordne|am meisten|hitliste|platzier*|nach grosse|ordena*|ordename|
    clasific*|de mayor a menor|de mas a menos|cual mas|los mas|classe*|classement|ordre|range*|du plus|les plus|palmares|trie*`,
  first: `
    first|firstly mentioned|first time|first mention*|first appear*|first article|first post|first person|first one|earliest|oldest|originally|origin|origins|originated|began|begin|begins|
    started|start talking|started talking|start of|when did people start|when did it start|since when|coined|coin|invented|who started|who began|who brought|kick off|came from|come from|debut*|
    initial*|pioneer*|broke the story|broke the news|how long have|how far back|patient zero|trace it back|goes back|earlier than|predate*|zuerst|erste|ersten|erster|erstes|erstmals|
    zum ersten mal|frueheste*|fruheste*|seit wann|ursprung*|wann fing|begann|angefangen|anfang|alteste*|wer hat angefangen|erstmalig|aufgekommen|aufgetaucht|primero|primera|primer|primeros|
    primera vez|desde cuando|origen|cuando empezo|cuando empezaron|empezo|comenzo|mas antiguo|invento|quien empezo|temprano|aparecio por|premier|premiere|premiers|la premiere fois|depuis quand|
    origine*|quand a commence|commence|debut|plus ancien*|a lance|qui a invente|apparu*|le plus tot`,
  list: `
    list|show me|show|find|fetch|pull up|pull|dig out|dig up|get me|give me the|articles|article|posts|post|documents|document|papers|paper|threads|links|link|urls|url|stories|story|texts|items|
    examples|headlines|read|the latest|latest|newest|most recent|recent|search|bring up|sources|studies|study|trials|filings|videos|reports|open the|show five|show three|a few|a couple|handful|
    reviews|interview*|editorials|letters|zeig*|zeige|zeigen|such*|finde|finden|liste|liste mir|auflisten|artikel|beitrage|beitrag|dokumente|texte|neueste*|neuesten|aktuelle*|quellen|studien|
    studie|meldungen|schlagzeilen|lesen|raussuchen|muestra*|muestrame|ensename|busca*|encuentra*|lista*|articulos|articulo|noticias|notas|publicaciones|documentos|textos|enlaces|ultimos|ultimas|
    recientes|estudios|titulares|leer|pasame|saca*|montre*|montre - moi|cherche*|trouve*|liste*|textes|liens|derniers|dernieres|recents|etudes|titres|lire|donne - moi les|sors - moi|papiers`,
  related: `
    related|associated|association*|goes with|go with|along with|together with|alongside which|come up with it|comes up with|mentioned with|mentioned together|same breath|connected|connection*|
    linked|co - occur*|cooccur*|collocat*|keyword*|hashtag*|terms|term|vocabulary|words people use|what words|which words|adjective*|phrases|synonym*|slang|nickname*|jargon|neighbour*|
    travel with|travels with|tie in|tied to|accompan*|what else|other topics|similar|overlap*|cluster*|associate|brands mentioned|zusammenhang|verwandt*|begriffe|begriff|worter|schlagwort*|
    schlagworter|assoziier*|im zusammenhang|verbunden|womit|ahnlich*|stichwort*|relacionad*|asociad*|palabras|terminos|vocabulario|junto a|junto con|vinculad*|conceptos|parecid*|que mas|
    etiquetas|associe*|lie|lies|liee|liees|termes|terme|mots|mot - cle*|mots - cles|vocabulaire|connexe*|autour de|champ lexical|va avec|vont avec`,
  save: `
    save|saved|saving|keep this|keep it|store|bookmark*|pin|pin it|portfolio|portfolios|folder|as a signal|signal|add to|add this|add it|put it in|put this in|file it|file this|archive|
    remember this|stash|my reports|collection|speicher*|abspeichern|sichern|merk*|merken|ordner|ablegen|leg ab|als signal|hinzufugen|archivier*|guarda*|guardar|guardame|guardalo|archiva*|
    portafolio|cartera|carpeta|como senal|anade|agrega*|mete|enregistre*|sauvegarde*|garde*|portefeuille|dossier|classeur|comme signal|ajoute*|archive*|range`,
  watch: `
    watch|alert*|monitor*|notify|notification*|tell me when|let me know|warn me|ping me|ping|email me|e - mail me|mail me|text me|keep an eye|keep tabs|track|tracking|follow|every morning|
    every monday|every week|each morning|each monday|if it goes|if it rises|when it rises|as soon as|whenever|heads up|flag|subscribe|watchlist|daily digest|weekly digest|wake me|shout if|
    beobacht*|uberwach*|benachrichtig*|sag bescheid|bescheid|alarm*|warn*|meld*|sobald|verfolg*|im auge|jeden morgen|jeden montag|jede woche|schick mir|avisa*|avisame|alerta*|vigila*|notifica*|
    sigue|seguimiento|en cuanto|cada manana|cada lunes|cada semana|mandame|estate atento|alerte*|previens*|previens - moi|surveille*|surveiller|avertis*|notifi*|suis|suivre|suivi|des que|
    chaque matin|chaque lundi|chaque semaine|tiens - moi|envoie - moi|veille`,
  write: `
    write|draft*|compose|email to|e - mail to|letter to|memo|note for|brief for|briefing note|press release|blog post|speech|paragraph*|summary for|summarise|summarize|report on|one pager|
    one - pager|essay|article for|text for|statement|tweet for|post for|newsletter|slide|slides|script|intro|op - ed|opening line*|talking notes|handout|schreib*|schreibe|verfass*|entwurf|
    entwirf|formulier*|brief an|mail an|text fur|pressemitteilung|rede|absatz|notiz|zusammenfassung|bericht uber|escribe*|escribeme|redacta*|borrador|carta|correo a|texto para|nota de prensa|
    discurso|parrafo*|informe|resumen para|guion|boletin|ecris*|ecrire|redige*|rediger|brouillon|lettre|mail a|texte pour|communique|discours|paragraphe*|note de|note pour|resume pour|bulletin|
    rapport sur`,
  coverage: `
    do you have|do you hold|do you cover|do you include|what data|which data|what sources|which sources|how far back|your data|your library|your archive|your database|your sources|your coverage|
    your collection|do you go back|what years|which years|what dates|up to when|until when|latest date|oldest document|can you see|can you search|includes|
    do you know about|what 's in here|what is in here|how fresh|how current|habt ihr|hast du|welche quellen|welche daten|wie weit zuruck|bis wann|ab wann|eure daten|deine daten|archiv|
    datenbestand|deckst du|umfasst|tienes|teneis|tienen|que fuentes|que datos|hasta que fecha|desde que fecha|hasta donde|tus datos|tu archivo|cubres|cubre|abarca|as - tu|avez - vous|tu as|
    vous avez|quelles sources|quelles donnees|jusqu ' ou|jusqu ' a quand|vos donnees|tes donnees|archives|couvrez|couvre|contient`,
  help: `
    help|how do i|how does this|how does it work|how do you work|what can you|what do you do|what are you|who are you|can you do|how to use|what should i ask|how should i ask|tutorial|
    instructions|manual|guide me|get started|what does this mean|what do the colours|how is it calculated|how do you calculate|how do you count|what counts as|how do you know|can i trust|
    how reliable|export|download|button|settings|hilfe|hilf|was kannst du|wie funktioniert|wie geht das|wie frage|wer bist du|wie benutze|anleitung|was bedeutet|wie berechn*|ayuda|ayudame|
    que puedes|que sabes hacer|como funciona|como se usa|quien eres|como pregunto|que significa|como calculas|aide|aider|aidez|que peux - tu|que pouvez|que sais - tu|comment ca marche|
    comment fonctionne|qui es - tu|comment utiliser|que signifie|comment calcul*`,
  brief: `
    brief|brief me|overview|summary|gist|bring me up|up to speed|catch me up|tell me about|what about|what 's up with|what 's going on|what is going on|what 's new|anything new|lowdown|rundown|
    background|info|information|the basics|in a nutshell|the story|situation|state of play|what do we know|anything worth|give me something|fill me in|recap|update|the latest on|what 's the deal|
    digest|dossier|primer|uberblick|zusammenfass*|kurz|erzahl*|was gibt|was ist mit|was ist los|infos|information*|lage|stand der|auf den stand|neues|resumen|resumeme|panorama|ponme al dia|
    que hay de|que se sabe|cuentame|hablame|que onda|novedades|informacion|contexto|sobre el tema|resume*|apercu|point sur|parle - moi|dis - moi|quoi de neuf|qu ' en est|ou en est|informations|
    contexte|c ' est quoi`,
}

interface CueLists {
  readonly whole: ReadonlyMap<string, readonly string[]>
  /** Those with any ending. */
  readonly beginnings: ReadonlyMap<string, readonly string[]>
}
let cueLists: CueLists | null = null
const maxCueWords = 4

function loadCues(): CueLists {
  const [whole, beginnings] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const [want, list] of Object.entries(cues))
    for (const cue of list.split('|').map((words) => words.trim())) {
      const lists = cue.endsWith('*') ? beginnings : whole
      const words = cue.replace('*', '')
      lists.set(words, [...(lists.get(words) ?? []), want])
    }
  return { whole, beginnings }
}

/** What is wanted by a word, and by it with those that follow, of words in lower case and without accents. */
export function findCues(words: readonly string[], at: number): ReadonlySet<string> {
  const { whole, beginnings } = (cueLists ??= loadCues())
  const found = new Set<string>()
  let text = ''
  for (let next = at; next < Math.min(words.length, at + maxCueWords); next += 1) {
    const begin = text.length
    text += next === at ? words[next] : ` ${words[next]}`
    for (const want of whole.get(text) ?? []) found.add(want)
    for (let end = begin + 2; end <= text.length; end += 1)
      for (const want of beginnings.get(text.slice(0, end)) ?? []) found.add(want)
  }
  return found
}

const languages = ['en', 'de', 'fr', 'es']
/** Names of countries that no calendar of names has. */
const others: readonly (readonly [string, string])[] = [
  ['usa', 'US'],
  ['us', 'US'],
  ['u s', 'US'],
  ['america', 'US'],
  ['states', 'US'],
  ['uk', 'GB'],
  ['u k', 'GB'],
  ['britain', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
  ['south korea', 'KR'],
  ['russia', 'RU'],
  ['china', 'CN'],
  ['iran', 'IR'],
  ['etats unis', 'US'],
  ['estados unidos', 'US'],
  ['eeuu', 'US'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['northern ireland', 'GB'],
  ['palestine', 'PS'],
]

let codes: ReadonlyMap<string, string> | null = null

/** Codes by folded country names in the languages that are read; built at the first question, because it tries every possible code. */
function countryCodes(): ReadonlyMap<string, string> {
  if (codes !== null) return codes
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const known = letters.flatMap((a) =>
    letters.flatMap((b) => {
      // an obsolete code maps to a newer one, and some codes are not countries
      const isCountry =
        Intl.getCanonicalLocales(`und-${a}${b}`)[0] === `und-${a}${b}` && !/^(?:EU|UN|EZ|XA|XB|ZZ|QO)$/.test(a + b)
      return isCountry ? [a + b] : []
    }),
  )
  const named = languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return known.flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [[foldName(name), code] as const]
    })
  })
  codes = new Map([...named, ...others])
  return codes
}

function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The country that words name, with or without an article; null for a city or a region. */
export function readCountry(words: string): string | null {
  const folded = foldName(words)
  const names = [folded, folded.replace(/^(?:the|die|der|den|le|la|les|el|los|las|l) /u, '')]
  return names.map((name) => countryCodes().get(name)).find((code) => code !== undefined) ?? null
}

/** Whether a word that a country has too means something else: "quit cold turkey", and not "in turkey". */
export function isThing({ text, start }: { text: string; start: number }, question: string): boolean {
  return (
    /^(?:turkey|china|chile|jordan|mali|chad)$/u.test(text) &&
    !/\b(?:in|from|of|to|for|and)\s+$/iu.test(question.slice(0, start))
  )
}

/** Whether a word is the name of a country; "us" only in capitals. */
export function isCountryWord({ text, folded }: QuestionWord): boolean {
  return folded === 'us' ? text === 'US' : countryCodes().has(folded)
}

let foreignWords: ReadonlyMap<string, string> | null = null
const foreignLimits = [60, 250, 1_000, 4_000]

/** How frequent a word is in German, Spanish and French: `d0f2`; empty for one that is rare in all of them. */
export function foreignBands(folded: string): string {
  if (foreignWords === null) {
    const found = new Map<string, string>()
    const lines = brotliDecompressSync(Buffer.from(packedFrequentWords, 'base64')).toString().split('\n')
    lines.forEach((line, language) => {
      line.split(' ').forEach((word, rank) => {
        const band = foreignLimits.findIndex((limit) => rank < limit)
        found.set(word, `${found.get(word) ?? ''}${'dsf'[language]}${band}`)
      })
    })
    foreignWords = found
  }
  return foreignWords.get(folded) ?? ''
}
