/** Beginnings of a sentence that asks, with or without its question mark. Example: “Should I hold TCS”. */
export const ASKS_FIRST: readonly string[] = [
  ...['should', 'shall', 'can', 'could', 'may', 'is', 'are', 'was', 'were', 'do', 'does', 'did', 'has', 'have', 'had', 'will', 'would', 'why', 'what', 'whats', 'when', 'where', 'how', 'which', 'who', 'whose', 'any', 'anyone', 'please explain', 'pls explain', 'please tell', 'pls tell', 'tell me', 'explain', 'wondering', 'wanted to ask', 'i want to ask', 'want to know', 'want to understand', 'doubt'],
  ...['kya', 'kia', 'kab', 'kaise', 'kaisa', 'kyu', 'kyun', 'kyon', 'kyo', 'kaun', 'kon', 'kitna', 'kitne', 'kahan', 'kaunsa', 'koi', 'batao', 'bataye', 'bataiye', 'samjhao', 'samjha'],
  ...['क्या', 'कब', 'कैसे', 'कैसा', 'क्यों', 'कौन', 'कितना', 'कितने', 'कहाँ', 'कौनसा', 'कोई', 'बताइए', 'बताओ', 'बताएं', 'समझाइए'],
];

/** Words by which a sentence asks wherever they stand. Example: “Iska target kya hai”. */
export const ASKS_ANYWHERE: readonly string[] = [
  ...['should i', 'should we', 'shall i', 'can i', 'can we', 'could i', 'may i', 'do i', 'must i', 'if i', 'when should', 'is it', 'is this', 'is there', 'are you', 'are these', 'did you', 'do you think', 'do you', 'does it', 'what is', 'whats', 'what does', 'what was', 'what if', 'why did', 'why is', 'why do', 'how do', 'how does', 'how is', 'how much', 'how to', 'which is', 'or not', 'your view', 'your views', 'ur view', 'your opinion', 'any view', 'any views', 'please clarify', 'pls clarify', 'please advise', 'pls advise', 'please suggest', 'pls suggest', 'can you', 'could you', 'please explain', 'pls explain', 'want to know', 'want to understand', 'wondering', 'confused', 'tell me'],
  ...['kya', 'kya hai', 'kya hota', 'karu kya', 'karun kya', 'kya karu', 'kya karun', 'kya karna', 'chahiye kya', 'kaise', 'kyu', 'kyun', 'kyon', 'kab', 'kitna', 'kaunsa', 'ya nahi', 'ya nahin', 'ya phir', 'samjha do', 'samjhao', 'bataiye', 'bataye', 'batao', 'bata do'],
  ...['क्या', 'क्यों', 'कैसे', 'कब', 'कितना', 'या नहीं', 'बताइए', 'बताएं', 'बताओ', 'समझाइए', 'समझाएं'],
];

/** Words of who offers something by a question. Example: “Want guaranteed returns?” */
export const OFFERS: readonly string[] = [
  ...['want', 'looking for', 'interested', 'chahiye', 'chahte', 'chahte ho', 'ready for', 'tired of', 'need', 'would you like', 'dreaming', 'kamana chahte', 'kamana hai', 'wanna', 'चाहिए', 'चाहते', 'कमाना'],
];
