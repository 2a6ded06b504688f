import type { Route } from '../http/route.ts';
import { getJwks } from './jwks.ts';
import { putEmail } from './v1/account/email.ts';
import { postErasure } from './v1/account/erasure.ts';
import { getExport } from './v1/account/export.ts';
import { deleteFeedToken, getFeedTokens, postFeedToken } from './v1/account/feed-tokens.ts';
import {
  deleteMutedWords,
  deleteReadBatch,
  deleteSaved,
  deleteVisit,
  getFeedSettings,
  getMutedWords,
  getStances,
  patchFeedSettings,
  postBeginning,
  postMutedWords,
  postReadBatch,
  putSaved,
  putStance,
} from './v1/account/feeds.ts';
import { deleteHiddenStory, getHiddenStories, putHiddenStory } from './v1/account/hidden-stories.ts';
import { deleteIdentity, getIdentities } from './v1/account/identities.ts';
import { getInterests, postInterest } from './v1/account/interests.ts';
import { getMail, postConfirmation, putMail } from './v1/account/mail.ts';
import {
  deletePasskey,
  getPasskeys,
  patchPasskey,
  postPasskey,
  postPasskeyOptions,
} from './v1/account/passkeys.ts';
import { putPassword } from './v1/account/password.ts';
import { postPasskeyProof, postPasskeyProofOptions, postProof } from './v1/account/proof.ts';
import {
  deleteSavedSearch,
  getSavedMatches,
  getSavedSearch,
  getSavedSearches,
  patchSavedSearch,
  postSavedFeed,
  postSavedSearch,
  postWebhookChallenge,
} from './v1/account/saved-searches.ts';
import { deleteRecentSearches, getRecentSearches } from './v1/account/searches.ts';
import {
  deleteSecondFactor,
  getSecondFactor,
  postRecoveryCodes,
  postSecondFactor,
  postSecondFactorConfirmation,
  postSessionSecondFactor,
} from './v1/account/second-factor.ts';
import { deleteOtherSessions, deleteSession, getSessions } from './v1/account/sessions.ts';
import { deleteToken, getTokens, postToken } from './v1/account/tokens.ts';
import { getAccount, updateAccount } from './v1/account.ts';
import { createAccount } from './v1/accounts.ts';
import { getArticleCounts } from './v1/articles/counts.ts';
import { getArticle, getRevision, getRevisions } from './v1/articles.ts';
import { getAudit } from './v1/audit.ts';
import { getBreaking } from './v1/breaking.ts';
import { deleteDemo } from './v1/demo.ts';
import { getEntities, getEntity } from './v1/entities.ts';
import { postEvents, postFeedback, postRead, postShare, postView } from './v1/events.ts';
import { getHistory, getSaved } from './v1/feeds/reading-lists.ts';
import { getFeed, getFeedNews, getForYou, getForYouNews } from './v1/feeds.ts';
import { getInstance } from './v1/instance.ts';
import { getDeadLetter, getDeadLetters, postRetry } from './v1/log/dead-letters.ts';
import { getGroups, getStreams, postReplay } from './v1/log/groups.ts';
import { postPasswordReset } from './v1/password-resets.ts';
import { getPublishSources, postArticles } from './v1/publish/articles.ts';
import { getMessages, putMessages } from './v1/queues/messages.ts';
import {
  getQueue,
  getQueueDeadLetters,
  peekQueue,
  postPurge,
  postRedrive,
  putQueue,
} from './v1/queues/queue.ts';
import { deleteMessage, postDeadLetter, postExtend, postRelease } from './v1/queues/receipts.ts';
import { getQueues } from './v1/queues.ts';
import {
  deleteVariantRoute,
  getExperimentResults,
  getExperiments,
  getVariants,
  postExperiment,
  postExperimentEnd,
  putVariantRoute,
} from './v1/ranking.ts';
import { deleteSynonyms, getSynonyms, patchSynonyms, postSynonyms } from './v1/search/synonyms.ts';
import { getSearch, getSuggestions } from './v1/search.ts';
import { postServiceToken } from './v1/service-tokens.ts';
import { postPasskeySignIn, postPasskeySignInOptions } from './v1/sessions/passkey.ts';
import { deleteCurrentSession, postSession } from './v1/sessions.ts';
import {
  deleteSignalRule,
  getSignalDrops,
  getSignalRule,
  getSignalRules,
  patchSignalRule,
  postSignalRule,
  postSignalRuleTry,
} from './v1/signal-rules.ts';
import { postDiscover } from './v1/sources/discover.ts';
import {
  getExport as getSourcesExport,
  getStarterPacks,
  installStarterPack,
  postImport,
} from './v1/sources/lists.ts';
import { dismissProblemRoute, getProblems } from './v1/sources/problems.ts';
import { deletePublisher, getPublishers, putPublisher } from './v1/sources/publishers.ts';
import {
  crawlSource,
  deleteSource,
  getFetches,
  getSource,
  getSourceArticles,
  patchSource,
  pauseSourceRoute,
  resumeSourceRoute,
  takeOver,
} from './v1/sources/source.ts';
import { getSources, postSources } from './v1/sources.ts';
import { patchStory, postMerge, postMove, postSplit } from './v1/stories/editing.ts';
import { getRelatedStories, getStory, getStoryArticles, getStoryTimeline } from './v1/stories/story.ts';
import { getVisits, putVisit } from './v1/stories/visit.ts';
import { getStories } from './v1/stories.ts';
import {
  deleteTask,
  getTask,
  getTaskRuns,
  patchTask,
  postPause,
  postResume,
  postRun,
} from './v1/tasks/task.ts';
import { getForecast, getTasks, postTask } from './v1/tasks.ts';
import { deleteTopicRule, getTopicRules, patchTopicRule, postTopicRule } from './v1/topic-rules.ts';
import { deleteTopic, getTopic, getTopics, patchTopic, postTopic, postTry } from './v1/topics.ts';
import { getEntered } from './v1/trending/entered.ts';
import { getArticleRanks, getArticleShares, getTrending } from './v1/trending.ts';
import { getReach, putReach } from './v1/users/reach.ts';
import { getUser, patchUser, postPasswordLink } from './v1/users/user.ts';
import { getUsers } from './v1/users.ts';

/** Every route of the API, in the order in which the documentation shows them. */
export const API_ROUTES: readonly Route[] = [
  getInstance,
  deleteDemo,
  createAccount,
  postPasswordReset,
  postSession,
  deleteCurrentSession,
  postSessionSecondFactor,
  getSecondFactor,
  postSecondFactor,
  postSecondFactorConfirmation,
  postRecoveryCodes,
  deleteSecondFactor,
  postPasskeySignInOptions,
  postPasskeySignIn,
  getAccount,
  updateAccount,
  putEmail,
  postConfirmation,
  getMail,
  putMail,
  putPassword,
  postProof,
  postPasskeyProofOptions,
  postPasskeyProof,
  getSessions,
  deleteOtherSessions,
  deleteSession,
  getPasskeys,
  postPasskeyOptions,
  postPasskey,
  patchPasskey,
  deletePasskey,
  getIdentities,
  deleteIdentity,
  getTokens,
  postToken,
  deleteToken,
  getExport,
  postErasure,
  postServiceToken,
  getJwks,
  getUsers,
  getUser,
  patchUser,
  postPasswordLink,
  getReach,
  putReach,
  getAudit,
  putMessages,
  getMessages,
  deleteMessage,
  postExtend,
  postRelease,
  postDeadLetter,
  getQueues,
  getQueue,
  putQueue,
  peekQueue,
  getQueueDeadLetters,
  postPurge,
  postRedrive,
  getTasks,
  postTask,
  getForecast,
  getTask,
  patchTask,
  deleteTask,
  postPause,
  postResume,
  postRun,
  getTaskRuns,
  getStreams,
  getGroups,
  postReplay,
  getDeadLetters,
  getDeadLetter,
  postRetry,
  getSources,
  postSources,
  postDiscover,
  postImport,
  getSourcesExport,
  getProblems,
  getSource,
  patchSource,
  deleteSource,
  pauseSourceRoute,
  resumeSourceRoute,
  crawlSource,
  takeOver,
  getFetches,
  dismissProblemRoute,
  getStarterPacks,
  installStarterPack,
  getPublishers,
  putPublisher,
  deletePublisher,
  getPublishSources,
  postArticles,
  getSourceArticles,
  getArticle,
  getRevisions,
  getRevision,
  getArticleCounts,
  getStories,
  getBreaking,
  getStory,
  getStoryArticles,
  getStoryTimeline,
  getRelatedStories,
  putVisit,
  getVisits,
  patchStory,
  postMerge,
  postSplit,
  postMove,
  getEntities,
  getEntity,
  getTopics,
  getTopic,
  postTopic,
  patchTopic,
  deleteTopic,
  postTry,
  getTopicRules,
  postTopicRule,
  patchTopicRule,
  deleteTopicRule,
  postEvents,
  postView,
  postShare,
  postRead,
  postFeedback,
  getSignalRules,
  postSignalRule,
  postSignalRuleTry,
  getSignalDrops,
  getSignalRule,
  patchSignalRule,
  deleteSignalRule,
  getTrending,
  getEntered,
  getArticleShares,
  getArticleRanks,
  getSearch,
  getSynonyms,
  postSynonyms,
  patchSynonyms,
  deleteSynonyms,
  getSuggestions,
  getInterests,
  postInterest,
  getRecentSearches,
  deleteRecentSearches,
  getSavedSearches,
  postSavedSearch,
  getSavedSearch,
  patchSavedSearch,
  postWebhookChallenge,
  deleteSavedSearch,
  getSavedMatches,
  postSavedFeed,
  getFeed,
  getFeedNews,
  getForYou,
  getForYouNews,
  getSaved,
  getHistory,
  getFeedSettings,
  patchFeedSettings,
  getStances,
  putStance,
  getMutedWords,
  postMutedWords,
  deleteMutedWords,
  putSaved,
  deleteSaved,
  getHiddenStories,
  putHiddenStory,
  deleteHiddenStory,
  postReadBatch,
  deleteReadBatch,
  deleteVisit,
  postBeginning,
  getFeedTokens,
  postFeedToken,
  deleteFeedToken,
  getVariants,
  putVariantRoute,
  deleteVariantRoute,
  getExperiments,
  postExperiment,
  postExperimentEnd,
  getExperimentResults,
];
