import { every, type Job } from '@parley/service-kit/tasks';

import { runDueClocks } from './clock/run-due-clocks.ts';
import type { Context } from './context.ts';
import { deliverToEngine } from './engine/deliver-to-engine.ts';
import { feedEngine } from './engine/feed-engine.ts';
import { expireRequests } from './retention/expire-requests.ts';
import { runDueRules } from './rule/run-due-rules.ts';
import { runRules } from './rule/run-rules.ts';
import { sendDueMessages } from './schedule/send-due-messages.ts';
import { indexWords } from './search/index-words.ts';
import { askSurveys } from './survey/ask-surveys.ts';
import { chooseSurveys } from './survey/choose-surveys.ts';
import { closeIdle } from './timer/close-idle.ts';
import { reassignUnanswered } from './timer/reassign-unanswered.ts';

/** The one that is built in needs neither feed nor delivery. */
const hasEngine = ({ engine }: Context): boolean => engine !== undefined;

export const jobs: Job<Context>[] = [
  every('forgetAnsweredCalls', 3_600_000, ({ answeredCalls }) => answeredCalls.forgetOld()),
  every('feedEngine', 500, feedEngine, hasEngine),
  every('deliverToEngine', 500, deliverToEngine, hasEngine),
  every('forgetDeliveries', 3_600_000, ({ deliveries }) => deliveries.forgetOld()),
  every('forgetChanges', 3_600_000, ({ config, feedRepository }) =>
    feedRepository.forgetOld(config.FEED_RETENTION_HOURS),
  ),
  every('forgetEvents', 60_000, ({ customEvents }) => customEvents.forgetOld()),
  every('sweepQueue', 30_000, ({ queue }) => queue.sweep()),
  every('runDueClocks', 500, runDueClocks),
  every('sendDueMessages', 500, sendDueMessages),
  every('runRules', 500, runRules),
  every('runDueRules', 1_000, runDueRules),
  every('forgetMentions', 3_600_000, ({ mentions }) => mentions.forgetOld()),
  every('forgetRuleRuns', 3_600_000, ({ ruleRuns }) => ruleRuns.forgetOld()),
  every('chooseSurveys', 5_000, chooseSurveys),
  every('askSurveys', 5_000, askSurveys),
  every('forgetSurveys', 3_600_000, ({ surveyAsks }) => surveyAsks.forgetOld()),
  every('reassignUnanswered', 2_000, reassignUnanswered),
  every('expireRequests', 60_000, expireRequests),
  every('closeIdle', 60_000, closeIdle),
  every('indexWords', 5_000, indexWords),
];
