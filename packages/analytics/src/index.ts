export {
  estimateAudience,
  type Interest,
  estimateInterestShare,
  type InterestShare,
  minSampleSize,
  minInterested,
  minEffectiveOutlets,
} from './audience/estimate-audience.ts'
export { type AudienceCell, audienceCountries, onlinePeople } from './audience/online-people.ts'
export { findChangePoints, isDiscovery } from './changes/find-shifts.ts'
export { findInflections, type Inflection } from './changes/find-inflections.ts'
export { logOddsTerms, type ScoredTerm } from './changes/log-odds.ts'
export { buildInflections, byStrength, type ComparableSeries } from './changes/inflections-section.ts'
export { buildWeekdays } from './changes/weekday-season.ts'
export { checkRephrasing, checkText, isExactQuote, type QuotableDocument } from './claims/check-text.ts'
export { type Claim, type ClaimEvidence, type ClaimNumber, evidence } from './claims/claim.ts'
export {
  compileClaims,
  type NewClaim,
  type Statement,
  type StatementDraft,
  type StatementPart,
} from './claims/compile-claims.ts'
export {
  type Balance,
  counterEvidenceFormula,
  findDisputes,
  findOtherChanges,
  findOtherTone,
  type Opposite,
  oppositeOf,
  type ReadDocument,
} from './claims/counter-evidence.ts'
export { type Formula, type FormulaName, formulas } from './claims/formulas.ts'
export { claimNumber, type PieceNoun, plainNumber } from './claims/render-number.ts'
export {
  capitalize,
  formatDay,
  formatDayOfYear,
  formatDayRange,
  joinWithAnd,
  formatMonth,
} from './claims/sentence-words.ts'
export {
  type BarFacts,
  busiestLeadStatement,
  type BusiestPeriod,
  busiestPeriodStatement,
  busiestShareTitle,
  busiestTitle,
  singleTextTitle,
} from './claims/templates/busiest-statements.ts'
export {
  countTitle,
  describeCountedDays,
  emptyStatements,
  quoteStatement,
  toneComparisonStatement,
  toneStatement,
  volumeStatement,
} from './claims/templates/volume-statements.ts'
export {
  contextsStatement,
  dominantOutletStatement,
  coverageStatement,
  countriesStatement,
  type ReportedStory,
  storyStatements,
  voicesStatements,
} from './claims/templates/origin-statements.ts'
export {
  canBeReported,
  countPieces,
  type EventRank,
  furtherStatement,
  leadStatement,
  outstandingStatement,
  outstandingTitle,
  peakTitle,
  type ReportedEvent,
  type ReportedSubject,
  usualAmount,
} from './claims/templates/event-statements.ts'
export {
  changeStatement,
  levelStatement,
  levelTitle,
  noEventTitle,
  type ReportedSeason,
  type ReportedShift,
  seasonStatements,
  stageStatement,
} from './claims/templates/trend-statements.ts'
export { claimStatus, supportThresholds } from './claims/support.ts'
export {
  type FewDocuments,
  fewStatements,
  mentionStatement,
  namesStatement,
  type ReportedName,
  reportStatement,
} from './claims/templates/topic-statements.ts'
export { headlineTitle, nameSubject, type QuotedDocument } from './claims/templates/quoted-titles.ts'
export { canonicalUrl, documentIdentity, siteOf, unnamedOutlet, webAddress } from './clusters/canonical-url.ts'
export {
  type ClusterableDocument,
  clusterNearDuplicates,
  titleFingerprint,
} from './clusters/cluster-near-duplicates.ts'
export type { AlignedSignal } from './comparison/align-reports.ts'
export { compareReports, compareWithReference } from './comparison/compare-reports.ts'
export { rateRatio } from './comparison/comparison.ts'
export { groupContexts, layoutContexts, linkContexts, placeNewContexts } from './context-space/context-space.ts'
export {
  backgroundWithoutSignal,
  contextAssociation,
  scoreContexts,
  type ScoredContext,
} from './contexts/score-contexts.ts'
export { isContextTerm } from './contexts/context-terms.ts'
export {
  eventWeight,
  type EventOptions,
  findEvents,
  type SourceCounts,
  type TopicEvent,
  type TopicSeries,
} from './events/find-events.ts'
export { createEventDescriber, descriptionDays, type EventStory } from './events/describe-event.ts'
export { finish as finishSteps } from './meaning/steps.ts'
export type { EventDocument } from './events/titled-stories.ts'
export { findLabelWords } from './narratives/outlet-boilerplate.ts'
export { lightStem } from './narratives/light-stem.ts'
export { findOutstanding, groupHeadlines } from './events/headline-groups.ts'
export {
  findTopicReports,
  headlineStyle,
  isReport,
  reportFactor,
  saysWhatHappened,
  type TopicReport,
} from './events/headline-style.ts'
export { findCommonTerms, measureReports, rankReports, reportMeasures, reportSame } from './events/rank-reports.ts'
export { findNamedSubjects, type NamedSubject as TopicName } from './events/event-name.ts'
export { type Forecast, type ForecastInput, type ForecastRefusal, forecastSeries } from './forecast/forecast-series.ts'
export { maseScale } from './forecast/backtest.ts'
export { minPairs, scanLags } from './correlation/lag-correlation.ts'
export {
  createTermCounter,
  type Headline,
  headlineFurniture,
  headlineTerms,
  leastGrowth,
  type TrendWindows,
} from './growth/growing-terms.ts'
export { cosine, createTopicFinder, type GrowingTopic, meanVector } from './growth/growing-topics.ts'
export {
  concentration,
  dayShare,
  medianOf,
  pooledEngagement,
  typicalViews,
  videoEngagement,
} from './hashtags/hashtags.ts'
export { detectLanguage, usesLatinScript } from './language/detect-language.ts'
export {
  type Backtest,
  backtestStart,
  initialMonitorState,
  evaluateRule,
  evaluateDays,
  type RuleEvaluation,
  type MonitorRule,
  type MonitorSeries,
  type MonitorState,
  backtestRule,
  summarizeBacktest,
} from './monitors/monitors.ts'
export {
  type ConditionRule,
  describeFirings,
  describeNews,
  isConditionRule,
  toAlert,
  toDryRun,
} from './monitors/alert-words.ts'
export {
  extendRecent,
  maxRecentDays,
  type RecentDays,
  ruleMeasure,
  toBacktest,
  toMonitorSeries,
  toPoints,
  toRecent,
} from './monitors/present-monitor.ts'
export type { GroupedTopic, TopicDocument } from './meaning/describe-groups.ts'
export { groupTexts, groupTopic } from './meaning/group-topic.ts'
export { candidateSearches, readMeaning, similarityTo } from './meaning/similar-texts.ts'
export { findMeanings } from './meaning/topic-meanings.ts'
export { createWordVectorTrainer, type WordVectorTrainer } from './meaning/train-word-vectors.ts'
export {
  createWordReader,
  decodeWordVectors,
  selectWords,
  encodeWordVectors,
  nearestTerms,
  wordVectorsVersion,
  type WordReader,
} from './meaning/word-vectors.ts'
export { centralHeadline } from './meaning/choose-headline.ts'
export { findNarrativesInSteps, type FoundNarratives, type Narrative } from './narratives/find-narratives.ts'
export { comparePair, pairFeatures, readTitle } from './news/compare-events.ts'
export { createNewsStream, type NewsStream } from './news/news-stream.ts'
export { type NewsArticle, storyTerms } from './news/article-words.ts'
export { countTellers, firstSites } from './news/count-tellers.ts'
export { trimOutletName } from './news/trim-outlet-name.ts'
export type { StoryChanges } from './news/match-stories.ts'
export { canonicalQuery, formatQuery, queryPhrases, requiredPhrases } from './query/format-query.ts'
export {
  type DescribableQuery,
  describeQuery,
  describeQueryParts,
  formatCountry,
  type QueryDescription,
} from './query/describe-query.ts'
export { estimateQuality, type JudgedCell } from './query/query-quality.ts'
export { suggestTerms, type TermSuggestion } from './query/suggest-terms.ts'
export { estimateQueryCost, isExpensive, wordsOfQuery } from './query/query-cost.ts'
export {
  type DocumentFacts,
  highlightRanges,
  matchesDocument,
  matchesQuery,
  matchesField,
  createTopicMatcher,
} from './query/match-query.ts'
export { maxQueryLength, parseQuery } from './query/parse-query.ts'
export {
  allOf,
  anyOf,
  type FieldNode,
  hasFields,
  type NearNode,
  noneOf,
  type PhraseNode,
  type QueryError,
  type QueryNode,
  type QueryWord,
  withoutFields,
} from './query/query-node.ts'
export { fieldNames, queryFieldValues } from './query/query-fields.ts'
export {
  earliestDay,
  findBoundConflicts,
  findTermConflicts,
  latestDay,
  mergeBounds,
  type QueryTextReading,
  type QuestionConflict,
  readQueryText,
  readTerms,
  type TypedQuestion,
} from './query/question-conflicts.ts'
export { phraseCandidates, type QuestionContext, readQuestion } from './query/read-question.ts'
export { minReportDocuments, suggestMore } from './query/sparse-topic.ts'
export { splitBounds } from './query/split-query.ts'
export {
  type DailyAttention,
  type DailyReport,
  type DailyTone,
  type DailyVolume,
  type IntervalFacts,
  intervalFor,
  type ToneDay,
  type VolumeDay,
} from './report/daily-report.ts'
export { ignoredSigns } from './query/lex-query.ts'
export { toIndexTsquery, toTsquery } from './query/to-tsquery.ts'
export { beginOf, highestBar, nextOf, presentReport, presentSeries } from './report/present-report.ts'
export { type SignalReading, takeReading } from './report/take-reading.ts'
export { buildTone, meanTone } from './report/tone-section.ts'
export { addDays, daysBetween, type DayValue } from './series/daily-series.ts'
export {
  markCoveredDays,
  carriedShares,
  type Carrier,
  type CarryingGroup,
  coveredArchives,
  wellReadRuns,
  filterDays,
} from './series/covered-archives.ts'
export {
  type CoveredRun,
  type CoveredSeries,
  joinCoveredGroups,
  inferReadRuns,
  toComparable,
} from './series/covered-series.ts'
export {
  type Interval,
  meanDifference,
  poissonInterval,
  type Sums,
  showableRatio,
  whyRatioIsHidden,
  wilsonInterval,
} from './series/interval.ts'
export {
  type CountedDays,
  type Momentum,
  momentum,
  splitChance,
  type Stage,
  stage,
  type UnknownMomentumReason,
} from './series/momentum.ts'
export { buildMomentum, hasTwoWindows, toEstimate, unevenWindows } from './series/momentum-section.ts'
export { isNearDuplicate } from './summary/sentence-graph.ts'
export { beginsWithQuestion, isQuotable } from './summary/sentences.ts'
export { summarize, type SummaryInput, type SummarySentence } from './summary/summarize.ts'
export { summarizeText } from './summary/summarize-text.ts'
export { type Token, tokenize, tokens, wordsVersion } from './text/tokenize.ts'
export { fieldBorder, toTsvector, toWordText, wordEnd } from './text/tsvector.ts'
export { hasUnspacedScript } from './text/unspaced-scripts.ts'
export {
  createToneScorer,
  explainTone,
  neutralBand,
  scoreTone,
  styleOfKind,
  type TextStyle,
  type Tone,
  type ToneLabel,
} from './tone/create-tone-scorer.ts'
export { clearTone, createStoryTones, type StoryToneClass, toneReliability } from './tone/tone-summary.ts'
export { wordsWithoutTone } from './tone/words-without-tone.ts'
export { findSpelling, type SpellingInput } from './wording/find-spelling.ts'
export { type Correction, createSpellingIndex, type KnownWording } from './wording/spelling-index.ts'
export { findOtherNames, type OtherName } from './wording/other-names.ts'
export { type OtherWording, otherWordings } from './wording/other-wordings.ts'
export { spellTopic } from './wording/topic-spelling.ts'
export {
  type PublicationOrder,
  presentVoices,
  rankByPublication,
  type StoryStanding,
  measureStandings,
  type CountedVoice,
} from './voices/voices.ts'
