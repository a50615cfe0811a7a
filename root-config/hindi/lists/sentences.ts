import type { Sentences } from '../translate.ts';
import { COMPLIANCE } from './compliance.ts';
import { MF_AUTH_ACCOUNT } from './mf-auth/account.ts';
import { MF_AUTH_BANK } from './mf-auth/bank.ts';
import { MF_AUTH } from './mf-auth/mf-auth.ts';
import { MF_AUTH_PAYMENT_FAQ } from './mf-auth/payment-faq.ts';
import { MF_AUTH_PLANS } from './mf-auth/plans.ts';
import { MF_AUTH_PLANS_EXPERTS } from './mf-auth/plans-experts.ts';
import { MF_AUTH_RISK } from './mf-auth/risk.ts';
import { MF_CHAT } from './mf-chat.ts';
import { MF_CHAT_BUZZ } from './mf-chat-buzz.ts';
import { MF_CHAT_CASES } from './mf-chat-cases.ts';
import { MF_CHAT_COMMUNICATIONS } from './mf-chat-communications.ts';
import { CALL_DRAWER } from './mf-recommendations/call-drawer.ts';
import { MF_RECOMMENDATIONS_CHECK } from './mf-recommendations/check.ts';
import { MF_RECOMMENDATIONS_CORRECTIONS } from './mf-recommendations/corrections.ts';
import { MF_RECOMMENDATIONS_DESK } from './mf-recommendations/desk.ts';
import { MF_RECOMMENDATIONS_EXPERTS } from './mf-recommendations/experts.ts';
import { MF_RECOMMENDATIONS } from './mf-recommendations/mf-recommendations.ts';
import { OPTION_RULES } from './mf-recommendations/option-rules.ts';
import { MF_RECOMMENDATIONS_OPTIONS } from './mf-recommendations/options.ts';
import { MF_RECOMMENDATIONS_OPTIONS_PUBLISH } from './mf-recommendations/options-publish.ts';
import { MF_RECOMMENDATIONS_PUBLISH } from './mf-recommendations/publish.ts';
import { MF_RECOMMENDATIONS_TRADING } from './mf-recommendations/trading.ts';
import { MF_RECOMMENDATIONS_WATCHLISTS } from './mf-recommendations/watchlists.ts';
import { MF_WIDGETS } from './mf-widgets.ts';
import { MF_WIDGETS_CATEGORIES } from './mf-widgets-categories.ts';
import { SERVER } from './server.ts';
import { SERVER_TRADING } from './server-trading.ts';
import { TRADING_RULES } from './server-trading-rules.ts';
import { SHARED } from './shared.ts';
import { SHELL } from './shell.ts';
import { SHELL_ALERTS } from './shell-alerts.ts';
import { SHELL_BOOKING } from './shell-booking.ts';

/** Every list of the portal, by the module that says it. Where two have the same English, they have the same Hindi. */
export const LISTS: Readonly<Record<string, Sentences>> = {
  shared: SHARED,
  shell: SHELL,
  'shell, alerts': SHELL_ALERTS,
  'shell, booking': SHELL_BOOKING,
  'mf-auth': MF_AUTH,
  'mf-auth, account': MF_AUTH_ACCOUNT,
  'mf-auth, bank details': MF_AUTH_BANK,
  'mf-auth, plans': MF_AUTH_PLANS,
  'mf-auth, questions about paying': MF_AUTH_PAYMENT_FAQ,
  'mf-auth, plans of experts': MF_AUTH_PLANS_EXPERTS,
  'mf-auth, risk profile': MF_AUTH_RISK,
  'mf-chat': MF_CHAT,
  'mf-chat, posts': MF_CHAT_BUZZ,
  'mf-chat, cases': MF_CHAT_CASES,
  'mf-chat, communications': MF_CHAT_COMMUNICATIONS,
  'mf-recommendations': MF_RECOMMENDATIONS,
  'mf-recommendations, publishing': MF_RECOMMENDATIONS_PUBLISH,
  'mf-recommendations, options': MF_RECOMMENDATIONS_OPTIONS,
  'mf-recommendations, publishing options': MF_RECOMMENDATIONS_OPTIONS_PUBLISH,
  'mf-recommendations, option rules': OPTION_RULES,
  'mf-recommendations, checks': MF_RECOMMENDATIONS_CHECK,
  'mf-recommendations, corrections': MF_RECOMMENDATIONS_CORRECTIONS,
  'mf-recommendations, watchlists': MF_RECOMMENDATIONS_WATCHLISTS,
  'mf-recommendations, experts': MF_RECOMMENDATIONS_EXPERTS,
  'mf-recommendations, trading': MF_RECOMMENDATIONS_TRADING,
  'mf-recommendations, desk': MF_RECOMMENDATIONS_DESK,
  'mf-recommendations, call drawer': CALL_DRAWER,
  'mf-static-pages, register of experts': COMPLIANCE,
  'mf-widgets': MF_WIDGETS,
  'mf-widgets, calls by category': MF_WIDGETS_CATEGORIES,
  server: SERVER,
  'server, trading': SERVER_TRADING,
  'server, rules of trading': TRADING_RULES,
};
