export {
  type AudienceEstimateParts,
  estimateAudience,
  type Interest,
  estimateInterestShare,
  type InterestShare,
  minSampleSize,
  minInterested,
  minEffectiveOutlets,
  type SourceInterest,
} from './audience/estimate-audience.ts'
export { type AudienceCell, audienceCountries, onlinePeople } from './audience/online-people.ts'
export { findChangePoints, isDiscovery } from './changes/find-shifts.ts'
export {
  findInflections,
  type Inflection,
  type InflectionOptions,
  type InflectionSeries,
} from './changes/find-inflections.ts'
export { type ComparedTerm, logOddsTerms, type ScoredTerm } from './changes/log-odds.ts'
export { buildInflections, byStrength, type ComparableSeries } from './changes/inflections-section.ts'
export { buildWeekdays } from './changes/weekday-season.ts'
export {
  type CheckedText,
  checkRephrasing,
  checkText,
  isExactQuote,
  type QuotableDocument,
  type RephrasingInput,
  type TextCheck,
  type TextFault,
} from './claims/check-text.ts'
export {
  type Claim,
  type ClaimEvidence,
  type ClaimKind,
  type ClaimNumber,
  type ClaimQuote,
  type ClaimStatus,
  type ClaimUnit,
  evidence,
} from './claims/claim.ts'
export {
  type CompiledClaims,
  compileClaims,
  type NewClaim,
  type Statement,
  type StatementDraft,
  type StatementPart,
} from './claims/compile-claims.ts'
export { type Formula, type FormulaName, formulas } from './claims/formulas.ts'
export { claimNumber, type PieceNoun, plainNumber, renderNumber } from './claims/render-number.ts'
export { capitalize, formatDay, formatDayRange, joinWithAnd, formatMonth } from './claims/sentence-words.ts'
export {
  type BusiestPeriod,
  busiestPeriodStatement,
  busiestTitle,
  singleTextTitle,
  countTitle,
  noChangeStatement,
  describeCountedDays,
  type VolumeFacts,
  volumeStatement,
  steadyTitle,
} from './claims/templates/volume-statements.ts'
export {
  dominantOutletStatement,
  coverageStatement,
  type CountedOutlet,
  type CountryFacts,
  countriesStatement,
  type UncoveredGroup,
  voicesStatements,
} from './claims/templates/origin-statements.ts'
export {
  countPieces,
  discussedStatement,
  type EventRank,
  furtherStatement,
  leadStatement,
  nameSubject,
  peakTitle,
  type ReportedEvent,
  usualAmount,
} from './claims/templates/event-statements.ts'
export {
  type ChangeFacts,
  changeStatement,
  type ForecastFacts,
  forecastStatement,
  levelStatement,
  levelTitle,
  type ReportedShift,
  stageStatement,
} from './claims/templates/trend-statements.ts'
export { claimStatus, type SupportThreshold, supportThresholds } from './claims/support.ts'
export {
  contextsStatement,
  findQuote,
  type QuotedDocument,
  type QuoteInput,
  quoteStatement,
  type ReportedContext,
  type ReportedStory,
  storyStatements,
} from './claims/templates/story-statements.ts'
export { toneComparisonStatement, type ToneFacts, toneStatement } from './claims/templates/tone-statements.ts'
export { canonicalUrl, siteOf } from './clusters/canonical-url.ts'
export {
  type ClusterableDocument,
  clusterNearDuplicates,
  nearDuplicateSimilarity,
  titleFingerprint,
} from './clusters/cluster-near-duplicates.ts'
export type { AlignedSignal } from './comparison/align-reports.ts'
export { compareReports, compareWithReference } from './comparison/compare-reports.ts'
export { rateRatio } from './comparison/comparison.ts'
export {
  type ContextPair,
  groupContexts,
  layoutContexts,
  linkContexts,
  type MapPoint,
  type NewContext,
  placeNewContexts,
} from './context-space/context-space.ts'
export {
  type BackgroundInput,
  backgroundWithoutSignal,
  contextAssociation,
  type ContextCandidate,
  type ContextInput,
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
export type { EventDocument } from './events/titled-stories.ts'
export { findLabelWords } from './narratives/outlet-boilerplate.ts'
export { lightStem } from './narratives/light-stem.ts'
export { groupHeadlines, type HeadlineGroup } from './events/headline-groups.ts'
export { headlineStyle } from './events/headline-style.ts'
export {
  type Forecast,
  type ForecastInput,
  type ForecastRefusal,
  forecastSeries,
  type ForecastStep,
} from './forecast/forecast-series.ts'
export { maseScale, type TestedModel } from './forecast/backtest.ts'
export {
  type ChangeScale,
  type LagCorrelation,
  type LagScan,
  type LagScanInput,
  minPairs,
  scanLags,
} from './correlation/lag-correlation.ts'
export {
  createTermCounter,
  type GrownTerm,
  type Headline,
  headlineFurniture,
  headlineTerms,
  leastGrowth,
  type TrendWindows,
} from './growth/growing-terms.ts'
export { cosine, createTopicFinder, type GrowingTopic, meanVector } from './growth/growing-topics.ts'
export {
  concentration,
  type Concentration,
  dayShare,
  type DayShare,
  distanceFromUsual,
  medianOf,
  pooledEngagement,
  typicalViews,
  type TypicalViews,
  videoEngagement,
  type VideoReactions,
} from './hashtags/hashtags.ts'
export { type DetectedLanguage, detectLanguage, usesLatinScript } from './language/detect-language.ts'
export {
  type Backtest,
  backtestRule,
  backtestStart,
  initialMonitorState,
  evaluateRule,
  evaluateDays,
  type RuleEvaluation,
  type MonitorRule,
  type MonitorSeries,
  type MonitorState,
  nextMonitorState,
  summarizeBacktest,
  type UnknownEvaluationReason,
} from './monitors/monitors.ts'
export type { GroupedTopic, TopicDocument } from './meaning/describe-groups.ts'
export { groupTexts, groupTopic } from './meaning/group-topic.ts'
export {
  type CandidateSearch,
  candidateSearches,
  type MeaningQuery,
  readMeaning,
  similarityTo,
} from './meaning/similar-texts.ts'
export { findMeanings, type MeaningGroup, type TopicMeaning } from './meaning/topic-meanings.ts'
export { createWordVectorTrainer, type WordVectorTrainer } from './meaning/train-word-vectors.ts'
export {
  createWordReader,
  decodeWordVectors,
  selectWords,
  encodeWordVectors,
  nearestTerms,
  wordVectorsVersion,
  type WordReader,
  type WordVectors,
} from './meaning/word-vectors.ts'
export { centralHeadline } from './narratives/central-headline.ts'
export {
  findNarratives,
  findNarrativesInSteps,
  type FoundNarratives,
  type Narrative,
  type NarrativeDocument,
  type NarrativesInput,
} from './narratives/find-narratives.ts'
export { comparePair, pairFeatures, readTitle } from './news/compare-events.ts'
export { createNewsStream, type NewsStream, type NewsStreamOptions, type PlacedArticle } from './news/news-stream.ts'
export { type NewsArticle, storyTerms } from './news/article-words.ts'
export { type CarriedText, countTellers, firstSites } from './news/count-tellers.ts'
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
export { estimateQuality, type JudgedCell, suggestTerms, type TermSuggestion } from './query/query-quality.ts'
export { estimateQueryCost, isExpensive, type QueryCost, wordsOfQuery } from './query/query-cost.ts'
export {
  type DocumentFacts,
  highlightRanges,
  type MatchableDocument,
  matchesDocument,
  matchesQuery,
  matchesField,
  type TextRange,
  createTopicMatcher,
} from './query/match-query.ts'
export { maxNearDistance, maxQueryLength, parseQuery } from './query/parse-query.ts'
export {
  allOf,
  anyOf,
  type FieldNode,
  hasFields,
  type NearNode,
  noneOf,
  type PhraseNode,
  type QueryComparison,
  type QueryError,
  type QueryErrorCode,
  type QueryField,
  type QueryNode,
  type QueryWord,
  withoutFields,
} from './query/query-node.ts'
export { fieldNames, maxFieldValueLength, queryFields, queryFieldValues } from './query/query-fields.ts'
export {
  findBoundConflicts,
  findTermConflicts,
  mergeBounds,
  type MergedBounds,
  type QuestionConflict,
  type TypedQuestion,
} from './query/question-conflicts.ts'
export { phraseCandidates, type QuestionContext, readQuestion, type ReadQuestion } from './query/read-question.ts'
export { minReportDocuments, suggestMore } from './query/sparse-topic.ts'
export { type QueryBounds, splitBounds, splitFields, type SplitQuery } from './query/split-query.ts'
export { ignoredSigns } from './query/lex-query.ts'
export { toIndexTsquery, toTsquery } from './query/to-tsquery.ts'
export type { DailyAttention, DailyReport, DailyTone, DailyVolume, IntervalFacts } from './report/daily-report.ts'
export { intervalFor, type ToneDay, type VolumeDay } from './report/daily-report.ts'
export { beginOf, highestBar, nextOf, presentReport, presentSeries } from './report/present-report.ts'
export { type SignalReading, takeReading } from './report/take-reading.ts'
export { buildTone, meanTone } from './report/tone-section.ts'
export { addDays, daysBetween, type DayValue, toDailySeries } from './series/daily-series.ts'
export {
  markCoveredDays,
  carriedShares,
  type Carrier,
  type CarryingGroup,
  type CoveredArchive,
  coveredArchives,
  wellReadRuns,
  filterDays,
} from './series/covered-archives.ts'
export {
  type CoveredRun,
  coveredRuns,
  type CoveredSeries,
  type GroupSeries,
  joinCoveredGroups,
  inferReadRuns,
  toComparable,
} from './series/covered-series.ts'
export {
  type CountedRatio,
  type Interval,
  meanDifference,
  meanInterval,
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
  type MomentumInput,
  type PooledSeries,
  poolSources,
  type SourceSeries,
  type Stage,
  stage,
  stageThresholds,
  type UnknownMomentumReason,
} from './series/momentum.ts'
export { buildMomentum, hasTwoWindows, toEstimate, unevenWindows } from './series/momentum-section.ts'
export { isNearDuplicate } from './summary/sentence-graph.ts'
export { isQuotable, type QuotedPart } from './summary/sentences.ts'
export { type SummarizableDocument, summarize, type SummaryInput, type SummarySentence } from './summary/summarize.ts'
export { summarizeText } from './summary/summarize-text.ts'
export { type Token, tokenize, tokens, wordsVersion } from './text/tokenize.ts'
export { fieldBorder, maxIndexedTokens, toTsvector, toWordText, wordEnd } from './text/tsvector.ts'
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
  type ToneScorerOptions,
  type ToneSentence,
  type ToneWord,
} from './tone/create-tone-scorer.ts'
export {
  clearTone,
  createStoryTones,
  type StoryToneClass,
  type ToneReliability,
  toneReliability,
  type ToneSummary,
  toneSummary,
  type ToneTally,
} from './tone/tone-summary.ts'
export { wordsWithoutTone } from './tone/words-without-tone.ts'
export {
  findSpelling,
  type FoundSpelling,
  type SpellingInput,
  type SpellingVocabulary,
} from './wording/find-spelling.ts'
export { type Correction, createSpellingIndex, editDistance, type KnownWording } from './wording/spelling-index.ts'
export { findOtherNames, type OtherName, type OtherNamesInput } from './wording/other-names.ts'
export { type OtherWording, otherWordings } from './wording/other-wordings.ts'
export { spellTopic } from './wording/topic-spelling.ts'
export {
  commentsPerDocument,
  type PublicationOrder,
  rankByPublication,
  type StoryStanding,
  measureStandings,
  type VoiceFactors,
  voiceFactors,
  type VoiceFacts,
} from './voices/voices.ts'
