export type { AudienceCell, Interest, SourceInterest } from './audience/audience.types.ts'
export { type AudienceEstimateParts, estimateAudience } from './audience/estimate-audience.ts'
export { interestShare, type InterestShare, leastAsked, leastInterested } from './audience/interest-share.ts'
export { leastPlaces } from './audience/place-spread.ts'
export { audienceCountries, onlinePeople } from './audience/online-people.ts'
export { findChangePoints } from './changes/find-change-points.ts'
export { findInflections } from './changes/find-inflections.ts'
export type { ChangedLevel, Inflection, InflectionOptions, InflectionSeries } from './changes/inflection.types.ts'
export { type ComparedTerm, logOddsTerms, type ScoredTerm } from './changes/log-odds.ts'
export { type WeekdaySeason, weekdaySeason } from './changes/weekday-season.ts'
export { checkRephrasing, type RephrasingInput } from './claims/check-rephrasing.ts'
export {
  type CheckedText,
  checkText,
  isExact,
  type QuotableDocument,
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
export { claimNumber, renderNumber } from './claims/render-number.ts'
export { sayDay, sayDays, sayList, sayMonth } from './claims/say.ts'
export { type BusiestSpan, busiestStatement } from './claims/templates/busiest-statement.ts'
export { carrierStatement } from './claims/templates/carrier-statement.ts'
export { coverageStatement, type UncoveredGroup } from './claims/templates/coverage-statement.ts'
export { type EventRank, eventStatement, peakTitle, type ReportedEvent } from './claims/templates/event-statements.ts'
export { levelStatement, levelTitle, type ReportedShift } from './claims/templates/level-statement.ts'
export { quietStatement } from './claims/templates/quiet-statement.ts'
export { statusOf, type Support, support } from './claims/support.ts'
export { type ChangeFacts, changeStatement } from './claims/templates/change-statement.ts'
export { contextsStatement, type ReportedContext } from './claims/templates/contexts-statement.ts'
export { type ForecastFacts, forecastStatement } from './claims/templates/forecast-statement.ts'
export { type PlacesFacts, placesStatement } from './claims/templates/places-statement.ts'
export { findQuote, type QuotedDocument, type QuoteInput, quoteStatement } from './claims/templates/quote-statement.ts'
export { stageStatement } from './claims/templates/stage-statement.ts'
export { storyStatements, type ReportedStory } from './claims/templates/story-statements.ts'
export { toneComparison, type ToneFacts, toneStatement } from './claims/templates/tone-statements.ts'
export { type HeardOutlet, voicesStatement } from './claims/templates/voices-statement.ts'
export { countTitle, sayCountedDays, type VolumeFacts, volumeStatement } from './claims/templates/volume-statement.ts'
export { canonicalUrl } from './clusters/canonical-url.ts'
export {
  type ClusterableDocument,
  clusterNearDuplicates,
  nearDuplicateSimilarity,
} from './clusters/cluster-near-duplicates.ts'
export { siteOf } from './clusters/site-of.ts'
export { titleFingerprint } from './clusters/title-fingerprint.ts'
export { leastDays as leastComparedDays } from './comparison/day-variance.ts'
export { dailyMean, type DailyMeans, type MeanEstimate, type MeanGap, meanGap } from './comparison/mean-gap.ts'
export { type RateRatio, rateRatio, type UnknownRatioReason } from './comparison/rate-ratio.ts'
export { groupContexts } from './context-space/group-contexts.ts'
export { layoutContexts, type MapPlace } from './context-space/layout-contexts.ts'
export { type ContextPair, linkContexts } from './context-space/link-contexts.ts'
export { type NewContext, placeAmong } from './context-space/place-among.ts'
export { aroundSignal, type AroundInput } from './contexts/around-signal.ts'
export { isContextTerm } from './contexts/context-terms.ts'
export {
  contextAssociation,
  type ContextCandidate,
  type ContextInput,
  type ScoredContext,
  scoreContexts,
} from './contexts/score-contexts.ts'
export type { EventOptions, SourceCounts, TopicEvent, TopicSeries } from './events/event.types.ts'
export { findEvents } from './events/find-events.ts'
export { createEventTeller, type EventDocument, type EventStory, toldFrom } from './events/tell-event.ts'
export { type Forecast, type ForecastInput, forecastSeries, type ForecastStep } from './forecast/forecast-series.ts'
export type { ForecastRefusal } from './forecast/history.ts'
export { maseScale } from './forecast/mase.ts'
export type { TestedModel } from './forecast/score-models.ts'
export type { ChangeOf } from './correlation/paired-changes.ts'
export {
  type LagCorrelation,
  type LagScan,
  type LagScanInput,
  leastPairs,
  scanLags,
} from './correlation/lag-correlation.ts'
export { concentration, type Concentration } from './hashtags/concentration.ts'
export { dayShare, type DayShare } from './hashtags/day-share.ts'
export { pooledEngagement, videoEngagement, type VideoReactions } from './hashtags/engagement-rate.ts'
export { distanceFromUsual, medianOf, typicalViews, type TypicalViews } from './hashtags/typical-views.ts'
export { detectLanguage, type DetectedLanguage, writesLatin } from './language/detect-language.ts'
export { type Backtest, backtestRule, backtestStart, sumUpBacktest } from './monitors/backtest.ts'
export { judgeDay, judgeDays } from './monitors/judge-days.ts'
export type { Judgement, MonitorRule, MonitorSeries, MonitorState, UnknownJudgement } from './monitors/monitor.types.ts'
export { freshState, nextState } from './monitors/next-state.ts'
export { centralHeadline } from './narratives/central-headline.ts'
export { clusterStories, type StoryGroup } from './narratives/cluster-stories.ts'
export {
  findNarratives,
  type Narrative,
  type NarrativeDocument,
  type NarrativesInput,
} from './narratives/find-narratives.ts'
export { createNewsStream, type NewsStream, type NewsStreamOptions, type PlacedArticle } from './news/news-stream.ts'
export { type NewsArticle } from './news/news-article.ts'
export { type CarriedText, countTellers, firstSites } from './news/count-tellers.ts'
export type { StoryChanges } from './news/compare-stories.ts'
export { trimOutletName } from './news/outlet-name.ts'
export { storyTerms } from './news/story-terms.ts'
export { canonicalQuery } from './query/canonical-query.ts'
export { estimateQueryCost, isDemanding, type QueryCost, wordsOfQuery } from './query/query-cost.ts'
export { type DocumentFacts, meetsField } from './query/document-facts.ts'
export { formatQuery } from './query/format-query.ts'
export { highlightRanges, type TextRange } from './query/highlight-ranges.ts'
export { type MatchableDocument, matchesDocument, matchesQuery } from './query/match-query.ts'
export { maxQueryLength, parseQuery } from './query/parse-query.ts'
export type { QueryError, QueryErrorCode } from './query/query-error.ts'
export { fieldNames, maxFieldValueLength, queryFields, queryFieldValues } from './query/query-fields.ts'
export { maxNearDistance } from './query/query-reader.ts'
export {
  allOf,
  anyOf,
  type FieldNode,
  type NearNode,
  noneOf,
  type PhraseNode,
  type QueryComparison,
  type QueryField,
  type QueryNode,
  type QueryWord,
} from './query/query-node.ts'
export { topicTest } from './query/names-topic.ts'
export { queryPhrases, wantedPhrases } from './query/query-phrases.ts'
export {
  findBoundConflicts,
  findTermConflicts,
  type QuestionConflict,
  type TypedQuestion,
} from './query/question-conflicts.ts'
export { phraseCandidates, type QuestionContext, readQuestion, type ReadQuestion } from './query/read-question.ts'
export { splitBounds, type QueryBounds } from './query/split-bounds.ts'
export { splitFields, type SplitQuery } from './query/split-fields.ts'
export { unsearchedSigns } from './query/unsearched-signs.ts'
export { hasFields } from './query/has-fields.ts'
export { toIndexTsquery, toTsquery } from './query/to-tsquery.ts'
export { wordsAlone } from './query/words-alone.ts'
export { addDays, daysBetween, type DayValue, toDailySeries } from './series/daily-series.ts'
export { isDiscovery } from './changes/false-discovery.ts'
export {
  type Carrier,
  carriedDays,
  carriedParts,
  type CarryingGroup,
  runsCarried,
  runsWhere,
} from './series/carried-days.ts'
export { type CoveredArchive, coveredArchives } from './series/covered-archives.ts'
export { type CoveredRun, coveredRuns } from './series/covered-runs.ts'
export { type CoveredSeries, type GroupSeries, joinCovered, toComparable } from './series/covered-series.ts'
export { outletRuns } from './series/outlet-runs.ts'
export {
  type Interval,
  meanDifference,
  meanInterval,
  poissonInterval,
  type Sums,
  wilsonInterval,
} from './series/interval.ts'
export type { CountedDays } from './series/window-rate.ts'
export { type Momentum, momentum, type MomentumInput, type UnknownMomentumReason } from './series/momentum.ts'
export { type PooledSeries, poolSources, type SourceSeries } from './series/source-exposure.ts'
export { type CountedRatio, tellRatio, type UntoldRatioReason, untoldReason } from './series/telling-ratio.ts'
export { type Stage, stage, stageThresholds } from './series/stage.ts'
export { isNearCopy } from './summary/near-copy.ts'
export { isQuotable, type QuotedPart } from './summary/quotable-text.ts'
export type { SummarizableDocument } from './summary/sentence-candidates.ts'
export { summarize, type SummaryInput, type SummarySentence } from './summary/summarize.ts'
export { summarizeText } from './summary/summarize-text.ts'
export { type Token, tokenize, tokens, wordsVersion } from './text/tokenize.ts'
export { maxIndexedTokens, toTsvector } from './text/tsvector.ts'
export { hasUnspacedScript } from './text/unspaced-scripts.ts'
export { fieldBorder, toWordText, wordEnd } from './text/word-text.ts'
export {
  createToneScorer,
  neutralBand,
  type Tone,
  type ToneLabel,
  type ToneScorerOptions,
} from './tone/create-tone-scorer.ts'
export { clearSide } from './tone/clear-side.ts'
export { explainTone, type ToneSentence, type ToneWord } from './tone/explain-tone.ts'
export { styleOfKind, type TextStyle } from './tone/text-style.ts'
export { scoreTone } from './tone/score-tone.ts'
export { wordsWithoutTone } from './tone/words-without-tone.ts'
export { bootstrapTone } from './tone/bootstrap-tone.ts'
export { type ToneReliability, toneReliability } from './tone/tone-reliability.ts'
export { countStoryTones, createStoryTones, type StoryToneClass } from './tone/story-tones.ts'
export { type ToneSummary, toneSummary, type ToneTally } from './tone/tone-summary.ts'
export { editDistance } from './wording/edit-distance.ts'
export { type OtherWording, otherWordings } from './wording/other-wordings.ts'
export { type Correction, createSpellingIndex, type KnownWording } from './wording/spelling-index.ts'
export { type StoryPlaces, storyPlaces } from './voices/story-places.ts'
export { type StoryStanding, storyStandings } from './voices/story-standings.ts'
export { commentsPerDocument, type VoiceFactors, voiceFactors, type VoiceFacts } from './voices/voice-factors.ts'
