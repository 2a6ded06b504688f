import type { Route } from '../http/route.ts';
import { getJwks } from './jwks.ts';
import { putEmail } from './v1/account/email.ts';
import { postErasure } from './v1/account/erasure.ts';
import { getExport } from './v1/account/export.ts';
import { deleteIdentity, getIdentities } from './v1/account/identities.ts';
import {
  deletePasskey,
  getPasskeys,
  patchPasskey,
  postPasskey,
  postPasskeyOptions,
} from './v1/account/passkeys.ts';
import { putPassword } from './v1/account/password.ts';
import { postPasskeyProof, postPasskeyProofOptions, postProof } from './v1/account/proof.ts';
import { deleteOtherSessions, deleteSession, getSessions } from './v1/account/sessions.ts';
import { deleteToken, getTokens, postToken } from './v1/account/tokens.ts';
import { getAccount, updateAccount } from './v1/account.ts';
import { createAccount } from './v1/accounts.ts';
import { getArticle, getRevision, getRevisions } from './v1/articles.ts';
import { getAudit } from './v1/audit.ts';
import { deleteDemo } from './v1/demo.ts';
import { getInstance } from './v1/instance.ts';
import { getDeadLetter, getDeadLetters, postRetry } from './v1/log/dead-letters.ts';
import { getGroups, getStreams, postReplay } from './v1/log/groups.ts';
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
import { postServiceToken } from './v1/service-tokens.ts';
import { postPasskeySignIn, postPasskeySignInOptions } from './v1/sessions/passkey.ts';
import { deleteCurrentSession, postSession } from './v1/sessions.ts';
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
import { getUser, patchUser, postPasswordLink } from './v1/users/user.ts';
import { getUsers } from './v1/users.ts';

/** Every route of the API, in the order in which the documentation shows them. */
export const API_ROUTES: readonly Route[] = [
  getInstance,
  deleteDemo,
  createAccount,
  postSession,
  deleteCurrentSession,
  postPasskeySignInOptions,
  postPasskeySignIn,
  getAccount,
  updateAccount,
  putEmail,
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
];
