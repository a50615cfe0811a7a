/** The four points of the partner disclaimer (S2.6-DLG-12…16), in the partner's name. */
export const partnerDisclaimer = (partner: string): readonly string[] => [
  `${partner} gives you access to this platform for guidance only.`,
  'All research here comes from analysts registered with SEBI.',
  'Choose carefully: read the analyst’s disclosures and check whether a call suits you before you invest.',
  `${partner} takes no responsibility for the research, or for gains or losses that follow from it.`,
];
