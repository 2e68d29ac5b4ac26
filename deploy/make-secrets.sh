#!/bin/sh
# sh deploy/make-secrets.sh [folder]: writes a random secret to each missing file of the folder, by
# default deploy/secrets. Existing files stay. git and the image build ignore the default folder.
#
# The folder is for its owner only. The files are not: in a container, another user reads them.
set -eu

folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 700 "$folder"

# 32 random bytes in base64.
random() {
  head -c 32 /dev/urandom | base64 | tr -d '\n'
}

# In URLs and lists, too: base64url without padding.
random_word() {
  random | tr '+/' '-_' | tr -d '='
}

write() {
  [ -e "$folder/$1" ] || printf '%s' "$2" > "$folder/$1"
  chmod 644 "$folder/$1"
}

write backend_keys "$(random_word)"
write session_secrets "$(random_word)"
write webhook_secrets "$(random_word)"
write relay_secret "whsec_$(random)"
write postgres_password "$(random_word)"
write database_url "postgresql://precandidate:$(cat "$folder/postgres_password")@postgres:5432/precandidate"

if [ ! -s "$folder/upstream_api_key" ]; then
  echo "Write the service's API key to $folder/upstream_api_key" >&2
  exit 1
fi
chmod 644 "$folder/upstream_api_key"
