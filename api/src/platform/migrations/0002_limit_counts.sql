-- Uses of limits that several nodes count together (where they share no Redis). Read and written by rate-limiter-flexible;
-- keys are hashes. Not logged: after a crash the counting begins anew.
create unlogged table limit_counts (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
