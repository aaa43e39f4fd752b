/**
 * Our own additions for news and markets, on VADER's scale of -4 to 4; edit freely.
 * A 0 takes a word out: VADER's raters judged it in small talk ("gross", "crude", "shares"), where news means something else.
 */
export const marketLexicon: Readonly<Record<string, number>> = {
  // Up
  surge: 1.8, surges: 1.8, surged: 1.8, surging: 1.8, soar: 2, soars: 2, soared: 2, soaring: 2,
  rally: 1.5, rallies: 1.5, rallied: 1.5, rebound: 1.4, rebounds: 1.4, rebounded: 1.4, jumps: 1.2, jumped: 1.2,
  climbs: 0.9, climbed: 0.9, outperform: 1.8, outperforms: 1.8, outperformed: 1.8, upgrade: 1.4, upgrades: 1.4,
  upgraded: 1.4, upbeat: 1.8, bullish: 2, profitable: 1.9, profitability: 1.5, breakthrough: 2.2, breakthroughs: 2.2,
  milestone: 1.4, recovers: 1.3, recovered: 1.3, recovery: 1.3, rises: 0.8, rose: 0.8, expands: 0.9, expansion: 0.9,
  boosts: 1.5, booming: 1.9, boom: 1.3, unveils: 0.5, partnership: 0.9, approves: 1, approval: 1.1, acquitted: 1.2,
  ceasefire: 1.6, vaccine: 0.6, affordable: 1.2, innovative: 1.7,
  // Down
  plunge: -2, plunges: -2, plunged: -2, plunging: -2, slump: -1.9, slumps: -1.9, slumped: -1.9, tumble: -1.7,
  tumbles: -1.7, tumbled: -1.7, slide: -0.8, slides: -0.9, falls: -0.9, fell: -0.9, drops: -0.8, dropped: -0.8, sinks: -1.4,
  sank: -1.4, plummet: -2.2, plummets: -2.2, plummeted: -2.2, crash: -2, crashes: -2, crashed: -2, selloff: -1.6,
  downturn: -1.8, recession: -2.2, bankruptcy: -2.6, bankrupt: -2.6, insolvent: -2.4, insolvency: -2.4, default: -1.6,
  defaults: -1.7, layoff: -2, layoffs: -2, downgrade: -1.7, downgrades: -1.7, downgraded: -1.7, bearish: -1.8,
  underperform: -1.6, underperforms: -1.6, underperformed: -1.6, shortfall: -1.6, writedown: -1.6, lawsuit: -1.5,
  lawsuits: -1.5, sued: -1.5, sues: -1.3, indicted: -2.2, indictment: -2, probe: -1, probes: -1, subpoena: -1.2,
  fined: -1.6, recall: -1.2, recalls: -1.2, recalled: -1.1, breach: -1.8, breaches: -1.8, hacked: -1.9, outage: -1.7,
  outages: -1.7, shutdown: -1.4, shortage: -1.6, shortages: -1.6, inflation: -0.8, tariffs: -0.8, sanctions: -1,
  outbreak: -1.8, pandemic: -1.8, wildfire: -1.9, wildfires: -1.9, floods: -1.7, flooding: -1.7, drought: -1.8,
  earthquake: -1.9, shooting: -2.2, slain: -2.8, deadly: -2.9, scandal: -2.2, scandals: -2.2, unprofitable: -1.8,
  // Neutral in the news
  share: 0, shares: 0, shared: 0, gross: 0, crude: 0, interest: 0, interests: 0, united: 0, security: 0, securities: 0,
  trust: 0, bond: 0, bonds: 0, credit: 0, party: 0, parties: 0, energy: 0, treasury: 0, treasuries: 0, like: 0, vs: 0,
  // Heavy words that in the news mostly name a subject
  cancer: -1.6,
}
