-- A number that was proven on any site, for who asks whether its owner was here before. `users_mobile` begins with the site.
create index users_proven_mobile on users (country_code, mobile) where mobile_verified;
