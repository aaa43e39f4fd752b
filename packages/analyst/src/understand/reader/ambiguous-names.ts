/**
 * Names that mean several well-known things, so that one of them alone does not say what is meant: a planet or a metal, a firm or a fruit. Written from
 * general knowledge and not from the questions; a question that says which one is meant in other words is learned to be answered.
 */
export const names = `
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
  foldedNames ??= new Set(names.map((name) => name.normalize('NFD').replace(/\p{M}/gu, '')))
  return foldedNames.has(topic)
}
