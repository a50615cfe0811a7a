/**
 * The terms for experts that a buyer of the Publisher plan agrees to: the most important terms are for clients of research. A newer version
 * of their text needs a release that asks for it.
 */
export const EXPERT_TERMS_VERSION = '1.0.0';
